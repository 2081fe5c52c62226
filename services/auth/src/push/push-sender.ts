import { Agent, request } from 'node:https';
import { NotPublicError, isPublicHost, publicLookup } from '@duet/service-kit';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import webpush, { type RequestOptions } from 'web-push';
import { AuthConfig } from '../config.js';
import type { PushSubscription } from './push-subscription.entity.js';
import { vapidOf } from './vapid.js';

const PATIENCE = 10_000;

/** What is sent, and how a push service may treat it while the device is away. */
export interface Push {
  body: string;
  /** Seconds that it is kept for. */
  ttl: number;
  /** A later one with the same takes its place. */
  topic: string;
  urgency: 'normal' | 'high';
}

export interface PushAnswer {
  status: number;
  /** Milliseconds that it asks to be left alone for. */
  retryAfter: number;
}

/** `Retry-After` in seconds or as a date. */
function waitOf(header: string | undefined): number {
  if (header === undefined) return 0;
  const wait = /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - Date.now();
  return Number.isFinite(wait) ? Math.max(0, wait) : 0;
}

/** Seals a message for one browser (RFC 8291), signs it with our key (RFC 8292), and hands it to that browser's push service. */
@Injectable()
export class PushSender implements OnApplicationShutdown {
  private readonly vapid: ReturnType<typeof vapidOf>;
  private readonly anywhere: boolean;
  private readonly agent: Agent;

  constructor(@Inject(AuthConfig) config: AuthConfig) {
    this.vapid = vapidOf(config);
    this.anywhere = config.PUSH_TO_PRIVATE_ADDRESSES === 'yes';
    // The address is judged when it is connected to: what a name stands for may change after any look at it.
    this.agent = new Agent({ keepAlive: true, maxSockets: 16, maxFreeSockets: 16, ...(!this.anywhere && { lookup: publicLookup }) });
  }

  /** False while this installation has no key: then nothing waits, because nobody can subscribe. */
  get ready(): boolean {
    return this.vapid !== null;
  }

  /** @throws NotPublicError; whatever the network has to say */
  async send({ endpoint, p256dh, auth }: Pick<PushSubscription, 'endpoint' | 'p256dh' | 'auth'>, { body, ttl, topic, urgency }: Push): Promise<PushAnswer> {
    if (!this.vapid) throw new Error('no key is set');
    if (!this.anywhere && !isPublicHost(new URL(endpoint).hostname)) throw new NotPublicError();
    const options: RequestOptions = { vapidDetails: this.vapid, TTL: ttl, topic, urgency, contentEncoding: 'aes128gcm' };
    const made = webpush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, body, options);
    return this.post(endpoint, made.headers, made.body);
  }

  onApplicationShutdown(): void {
    this.agent.destroy();
  }

  private post(endpoint: string, headers: Record<string, string | number>, body: Buffer | null): Promise<PushAnswer> {
    return new Promise((resolve, reject) => {
      const asked = request(endpoint, { method: 'POST', headers, agent: this.agent, signal: AbortSignal.timeout(PATIENCE) }, (answer) => {
        resolve({ status: answer.statusCode ?? 0, retryAfter: waitOf(answer.headers['retry-after']) });
        // What it says besides is not listened to, however long it is.
        if (Number(answer.headers['content-length'] ?? 1) === 0) answer.resume();
        else answer.destroy();
      });
      asked.on('error', reject);
      asked.end(body);
    });
  }
}
