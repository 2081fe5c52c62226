import { type DynamicModule, Global, Module } from '@nestjs/common';
import { Redis } from 'ioredis';
import { REDIS, RateLimits } from './rate-limits.js';

/** Counters that all gateways share. */
@Global()
@Module({})
export class LimitsModule {
  static forRoot(redisUrl: string): DynamicModule {
    return {
      module: LimitsModule,
      providers: [RateLimits, { provide: REDIS, useFactory: () => connectRedis(redisUrl) }],
      exports: [RateLimits, REDIS],
    };
  }
}

/** Commands fail at once while Redis is away; the limits decide what that means. */
function connectRedis(url: string): Redis {
  const redis = new Redis(url, { enableOfflineQueue: false, maxRetriesPerRequest: 1, retryStrategy: (attempt) => Math.min(attempt * 200, 2_000) });
  // Each failed command is reported where it was made; without a listener a lost connection would end the process.
  redis.on('error', () => undefined);
  return redis;
}
