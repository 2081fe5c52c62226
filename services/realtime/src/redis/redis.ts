import type { Log } from '@duet/service-kit';
import { Redis } from 'ioredis';

/** The connection for presence, which is read and written by scripts. */
export const PRESENCE_REDIS = Symbol('PRESENCE_REDIS');

/**
 * A connection that comes back by itself. While Redis is away every command fails at once, and one that it does not
 * answer fails after a second: presence and typing are worth no waiting.
 */
export function connectRedis(url: string, name: string, log: Log): Redis {
  const redis = new Redis(url, {
    connectionName: `realtime-${name}`,
    enableOfflineQueue: false,
    autoResubscribe: false,
    maxRetriesPerRequest: 0,
    commandTimeout: 1_000,
    connectTimeout: 2_000,
    retryStrategy: (attempt) => Math.min(attempt * 100, 1_000),
  });
  let reported = false;
  // Without a listener a lost connection would end the process; with one line per outage the log stays readable.
  redis.on('error', (cause: unknown) => {
    if (!reported) log.warn({ err: cause, connection: name }, 'redis is away');
    reported = true;
  });
  redis.on('ready', () => {
    if (reported) log.info({ connection: name }, 'redis is back');
    reported = false;
  });
  return redis;
}
