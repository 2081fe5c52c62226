import { type EventEnvelope, LIMITS, type RevokedSession, listRevokedSessions, sessionRevoked } from '@duet/contracts';
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { Subscription } from '@nats-io/transport-node';
import { LRUCache } from 'lru-cache';
import { randomUUID } from 'node:crypto';
import { Bus } from '../bus/bus.js';
import { LIVE_CONTROL_SUBJECT } from '../live/live-push.js';
import { LOGGER, type Log } from '../observe/tokens.js';
import { RpcClient } from '../rpc/rpc-client.js';

/** Milliseconds by which the clocks of two auth replicas may differ without losing a revocation. */
const OVERLAP = 60_000;

const TOKEN_LIFE = LIMITS.accessTokenSeconds * 1000;

/**
 * The revoked sessions whose access tokens have not expired yet. Live updates add them at once; every 15 s the edge also
 * reads the list from auth, because a live update may be lost.
 */
@Injectable()
export class Revocations implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly revoked = new LRUCache<string, true>({ max: 200_000, ttl: TOKEN_LIFE });
  private readonly listeners: ((sessionId: string) => void)[] = [];
  /** The newest revocation in auth's list, by auth's clock, in milliseconds since 1970. */
  private newest = 0;
  private timer: NodeJS.Timeout | undefined;
  private subscription: Subscription | undefined;

  constructor(
    @Inject(Bus) private readonly bus: Bus,
    @Inject(RpcClient) private readonly rpc: RpcClient,
    @Inject(LOGGER) private readonly log: Log,
  ) {}

  /** Returns whether the session is known to be revoked. */
  isRevoked(sessionId: string): boolean {
    return this.revoked.has(sessionId);
  }

  /** Adds a listener that runs once for each revoked session. */
  onRevoked(listener: (sessionId: string) => void): void {
    this.listeners.push(listener);
  }

  onApplicationBootstrap(): void {
    this.subscription = this.bus.listen(LIVE_CONTROL_SUBJECT, (_error, message) => {
      const batch = message.json<EventEnvelope<RevokedSession>[]>();
      for (const { name, payload } of batch) if (name === sessionRevoked.name) this.add(payload.sessionId);
    });
    this.bus.onReconnect(() => void this.refresh());
    this.timer = setInterval(() => void this.refresh(), LIMITS.syncHintInterval);
    void this.refresh();
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
    this.subscription?.unsubscribe();
  }

  private add(sessionId: string): void {
    if (this.revoked.has(sessionId)) return;
    this.revoked.set(sessionId, true);
    for (const listener of this.listeners) listener(sessionId);
  }

  private async refresh(): Promise<void> {
    try {
      const since = new Date(Math.max(0, this.newest - OVERLAP)).toISOString();
      const sessions = await this.rpc.call(listRevokedSessions, { requestId: randomUUID() }, { since });
      for (const { sessionId, revokedAt } of sessions) {
        this.add(sessionId);
        this.newest = Math.max(this.newest, Date.parse(revokedAt));
      }
    } catch (cause) {
      this.log.warn({ err: cause }, 'revoked sessions refresh failed');
    }
  }
}
