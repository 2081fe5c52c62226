import { Gauge } from 'prom-client';
import type { Health } from '../observe/health.js';

/**
 * Exports whether the connection to Redis is up. A process without Redis stays ready, so only this metric shows the outage.
 * @param redis a connection of ioredis
 */
export function watchRedis({ metrics }: Health, redis: { readonly status: string }): void {
  const connected: Gauge = new Gauge({
    name: 'duet_redis_connected',
    help: '1 while the connection to Redis is up',
    registers: [metrics],
    collect: () => connected.set(redis.status === 'ready' ? 1 : 0),
  });
}
