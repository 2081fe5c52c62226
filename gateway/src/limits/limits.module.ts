import { Health, currentAddress, watchRedis } from '@duet/service-kit';
import { type DynamicModule, Global, Module } from '@nestjs/common';
import { Redis } from 'ioredis';
import { REDIS, RateLimits } from './rate-limits.js';

/** Rate limit counters that all gateway replicas share. */
@Global()
@Module({})
export class LimitsModule {
  static forRoot(redisUrl: string): DynamicModule {
    return {
      module: LimitsModule,
      providers: [
        RateLimits,
        { provide: REDIS, inject: [Health], useFactory: (health: Health) => connectRedis(redisUrl, health) },
      ],
      exports: [RateLimits, REDIS],
    };
  }
}

/** Milliseconds that a Redis command may take. */
const COMMAND_TIMEOUT = 1_000;

/**
 * Commands fail at once while Redis is disconnected; each limit decides what that means. A Redis that stops answering is
 * disconnected, so only the first calls wait for its timeout. Each reconnect uses the password that its file has then.
 */
function connectRedis(url: string, health: Health): Redis {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    // A command in flight may have counted its call before the connection broke: sent again, it would count it twice.
    autoResendUnfulfilledCommands: false,
    commandTimeout: COMMAND_TIMEOUT,
    socketTimeout: COMMAND_TIMEOUT,
    connectTimeout: 2_000,
    retryStrategy(attempt) {
      redis.options.password = decodeURIComponent(new URL(currentAddress('REDIS_URL', url)).password);
      return Math.min(attempt * 200, 2_000);
    },
  });
  // Callers report failed commands. Without a listener a lost connection would end the process.
  redis.on('error', () => undefined);
  watchRedis(health, redis);
  return redis;
}
