import { type Log, currentAddress } from '@duet/service-kit';
import { Redis } from 'ioredis';

/** The connection that runs the presence scripts. */
export const PRESENCE_REDIS = Symbol('PRESENCE_REDIS');

/**
 * Opens a connection that reconnects by itself, with the password that its file has then. While Redis is down, every command fails at once. An unanswered command fails
 * after a second and ends the connection, so that later ones do not wait for it.
 */
export function connectRedis(url: string, name: string, log: Log): Redis {
  const redis = new Redis(url, {
    connectionName: `realtime-${name}`,
    enableOfflineQueue: false,
    autoResubscribe: false,
    maxRetriesPerRequest: 0,
    commandTimeout: 1_000,
    socketTimeout: 1_000,
    connectTimeout: 2_000,
    retryStrategy(attempt) {
      redis.options.password = decodeURIComponent(new URL(currentAddress('REDIS_URL', url)).password);
      return Math.min(attempt * 100, 1_000);
    },
  });
  let reported = false;
  // Without a listener a lost connection would end the process. One line per outage.
  redis.on('error', (cause: unknown) => {
    if (!reported) log.warn({ err: cause, connection: name }, 'redis connection lost');
    reported = true;
  });
  redis.on('ready', () => {
    if (reported) log.info({ connection: name }, 'redis connection restored');
    reported = false;
  });
  return redis;
}
