import { type EventEnvelope, LIMITS, type RevokedSession, listRevokedSessions, sessionRevoked } from '@duet/contracts';
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { Subscription } from '@nats-io/transport-node';
import { LRUCache } from 'lru-cache';
import { randomUUID } from 'node:crypto';
import { Bus } from '../bus/bus.js';
import { LIVE_CONTROL_SUBJECT } from '../live/live-push.js';
import { LOGGER, type Log } from '../observe/tokens.js';
import { RpcClient } from '../rpc/rpc-client.js';

/** Clocks of two machines may differ by this much without a revocation slipping through, in milliseconds. */
const OVERLAP = 60_000;

const TOKEN_LIFE = LIMITS.accessTokenSeconds * 1000;

/**
 * The sessions whose access tokens are refused although they are still good: told live within a moment, and asked of
 * auth again every 15 s, so that a lost hint heals. An edge holds one.
 */
@Injectable()
export class Revocations implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly revoked = new LRUCache<string, true>({ max: 200_000, ttl: TOKEN_LIFE });
  private readonly listeners: ((sessionId: string) => void)[] = [];
  private since = Date.now() - TOKEN_LIFE;
  private timer: NodeJS.Timeout | undefined;
  private subscription: Subscription | undefined;

  constructor(
    @Inject(Bus) private readonly bus: Bus,
    @Inject(RpcClient) private readonly rpc: RpcClient,
    @Inject(LOGGER) private readonly log: Log,
  ) {}

  isRevoked(sessionId: string): boolean {
    return this.revoked.has(sessionId);
  }

  /** Runs once for each session that is newly known as revoked. */
  onRevoked(listener: (sessionId: string) => void): void {
    this.listeners.push(listener);
  }

  onApplicationBootstrap(): void {
    this.subscription = this.bus.connection.subscribe(LIVE_CONTROL_SUBJECT, {
      callback: (_error, message) => {
        const batch = message.json<EventEnvelope<RevokedSession>[]>();
        for (const { name, payload } of batch) if (name === sessionRevoked.name) this.add(payload.sessionId);
      },
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
    const asked = Date.now();
    try {
      const since = new Date(this.since - OVERLAP).toISOString();
      const sessions = await this.rpc.call(listRevokedSessions, { requestId: randomUUID() }, { since });
      for (const { sessionId } of sessions) this.add(sessionId);
      this.since = asked;
    } catch (cause) {
      this.log.warn({ err: cause }, 'revoked sessions could not be read; the last known ones hold');
    }
  }
}
