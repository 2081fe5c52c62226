import { Agent, request } from 'node:https';
import { Clock, NotPublicError, isPublicHost, publicLookup } from '@duet/service-kit';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import webpush, { type RequestOptions } from 'web-push';
import { AuthConfig } from '../config.js';
import type { PushSubscription } from './push-subscription.entity.js';
import { vapidOf } from './vapid.js';

/** Milliseconds for a request to a push service. */
const TIMEOUT = 10_000;

/** The body of a push, and how the push service handles it while the device is offline. */
export interface Push {
  body: string;
  /** Seconds for which the push service stores it. */
  ttl: number;
  /** A later push with the same topic replaces it. */
  topic: string;
  urgency: 'normal' | 'high';
}

export interface PushAnswer {
  status: number;
  /** Milliseconds that the push service asks to wait before the next attempt. */
  retryAfter: number;
}

/** Reads `Retry-After`, in seconds or as a date. @returns milliseconds */
function waitOf(header: string | undefined, now: Date): number {
  if (header === undefined) return 0;
  const wait = /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - now.getTime();
  return Number.isFinite(wait) ? Math.max(0, wait) : 0;
}

/** Encrypts a message for one browser (RFC 8291), signs the request with our key (RFC 8292) and posts it to the browser's push service. */
@Injectable()
export class PushSender implements OnApplicationShutdown {
  private readonly vapid: ReturnType<typeof vapidOf>;
  private readonly allowPrivate: boolean;
  private readonly agent: Agent;

  constructor(
    @Inject(AuthConfig) config: AuthConfig,
    @Inject(Clock) private readonly clock: Clock,
  ) {
    this.vapid = vapidOf(config);
    this.allowPrivate = config.PUSH_TO_PRIVATE_ADDRESSES === 'yes';
    // The look-up checks the address while it connects: a name may resolve to another address after an earlier check.
    this.agent = new Agent({
      keepAlive: true,
      maxSockets: 16,
      maxFreeSockets: 16,
      ...(!this.allowPrivate && { lookup: publicLookup }),
    });
  }

  /** False while no VAPID key is configured. No push is queued then, because no device can subscribe. */
  get ready(): boolean {
    return this.vapid !== null;
  }

  /** @throws NotPublicError for an address in a private network; network errors */
  async send(
    { endpoint, p256dh, auth }: Pick<PushSubscription, 'endpoint' | 'p256dh' | 'auth'>,
    { body, ttl, topic, urgency }: Push,
  ): Promise<PushAnswer> {
    if (!this.vapid) throw new Error('no VAPID key is configured');
    if (!this.allowPrivate && !isPublicHost(new URL(endpoint).hostname)) throw new NotPublicError();
    const options: RequestOptions = {
      vapidDetails: this.vapid,
      TTL: ttl,
      topic,
      urgency,
      contentEncoding: 'aes128gcm',
    };
    const made = webpush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, body, options);
    return this.post(endpoint, made.headers, made.body);
  }

  onApplicationShutdown(): void {
    this.agent.destroy();
  }

  private post(endpoint: string, headers: Record<string, string | number>, body: Buffer | null): Promise<PushAnswer> {
    return new Promise((resolve, reject) => {
      const asked = request(
        endpoint,
        { method: 'POST', headers, agent: this.agent, signal: AbortSignal.timeout(TIMEOUT) },
        (answer) => {
          resolve({
            status: answer.statusCode ?? 0,
            retryAfter: waitOf(answer.headers['retry-after'], this.clock.now()),
          });
          // The body is not needed and may be of any length.
          if (Number(answer.headers['content-length'] ?? 1) === 0) answer.resume();
          else answer.destroy();
        },
      );
      asked.on('error', reject);
      asked.end(body);
    });
  }
}
