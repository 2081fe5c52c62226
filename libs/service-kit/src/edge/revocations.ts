import { type EventEnvelope, LIMITS, type RevokedSession, listRevokedSessions, sessionRevoked } from '@duet/contracts';
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { Subscription } from '@nats-io/transport-node';
import { LRUCache } from 'lru-cache';
import { randomUUID } from 'node:crypto';
import { Bus } from '../bus/bus.js';
import { AppError } from '../errors/app-error.js';
import { LIVE_CONTROL_SUBJECT } from '../live/live-push.js';
import { Health } from '../observe/health.js';
import { LOGGER, type Log } from '../observe/tokens.js';
import { RpcClient } from '../rpc/rpc-client.js';
import { sessionAlias } from '../tokens/session-alias.js';

/** Milliseconds by which the clocks of two auth replicas may differ without losing a revocation. */
const OVERLAP = 60_000;

const TOKEN_LIFE = LIMITS.accessTokenSeconds * 1000;

/** Milliseconds between two readings. With the longest call they stay below the promised 15 s. */
const READ_EVERY = LIMITS.revocationDelay - LIMITS.serviceCallTimeout;

/** Milliseconds after which a failed reading is repeated. */
const READ_AGAIN = 1_000;

/**
 * The revoked sessions whose access tokens have not expired yet. Live updates add them at once; the edge also reads the list
 * from auth every few seconds, because a live update may be lost. A process that has not read the list yet is not ready and
 * answers no call of a session: it would accept every session that was revoked before it started.
 */
@Injectable()
export class Revocations implements OnApplicationBootstrap, OnApplicationShutdown {
  /** The ids of the sessions, and their aliases. */
  private readonly revoked = new LRUCache<string, true>({ max: 400_000, ttl: TOKEN_LIFE });
  private readonly listeners: ((sessionId: string) => void)[] = [];
  /** The newest revocation in auth's list, by auth's clock, in milliseconds since 1970. */
  private newest = 0;
  private isRead = false;
  private isStopped = false;
  private timer: NodeJS.Timeout | undefined;
  private subscription: Subscription | undefined;

  constructor(
    @Inject(Bus) private readonly bus: Bus,
    @Inject(RpcClient) private readonly rpc: RpcClient,
    @Inject(LOGGER) private readonly log: Log,
    @Inject(Health) health: Health,
  ) {
    health.add('revocations', () => this.isRead);
  }

  /**
   * Returns whether a session has ended.
   * @param session its id, or its alias from a link
   * @throws AppError UNAVAILABLE until the process has read the list
   */
  isRevoked(session: string): boolean {
    if (!this.isRead) throw new AppError('UNAVAILABLE');
    return this.revoked.has(session);
  }

  /** Adds a listener that runs once for each revoked session. */
  onRevoked(listener: (sessionId: string) => void): void {
    this.listeners.push(listener);
  }

  /** Subscribes before the first reading, and ends with it: the process takes calls only afterwards. */
  async onApplicationBootstrap(): Promise<void> {
    this.subscription = this.bus.listen(LIVE_CONTROL_SUBJECT, (batch: readonly EventEnvelope<RevokedSession>[]) => {
      for (const { name, payload } of batch) if (name === sessionRevoked.name) this.add(payload.sessionId);
    });
    this.bus.onReconnect(() => void this.refresh());
    await this.refresh();
  }

  onApplicationShutdown(): void {
    this.isStopped = true;
    clearTimeout(this.timer);
    this.subscription?.unsubscribe();
  }

  private add(sessionId: string): void {
    if (this.revoked.has(sessionId)) return;
    this.revoked.set(sessionId, true);
    this.revoked.set(sessionAlias(sessionId), true);
    for (const listener of this.listeners) listener(sessionId);
  }

  private async refresh(): Promise<void> {
    let wait = READ_AGAIN;
    try {
      const since = new Date(Math.max(0, this.newest - OVERLAP)).toISOString();
      const sessions = await this.rpc.call(listRevokedSessions, { requestId: randomUUID() }, { since });
      for (const { sessionId, revokedAt } of sessions) {
        this.add(sessionId);
        this.newest = Math.max(this.newest, Date.parse(revokedAt));
      }
      this.isRead = true;
      wait = READ_EVERY;
    } catch (cause) {
      this.log.warn({ err: cause }, 'revoked sessions refresh failed');
    }
    if (this.isStopped) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.refresh(), wait);
  }
}
