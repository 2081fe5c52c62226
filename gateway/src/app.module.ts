import { KitModule, Revocations, RpcClientModule } from '@duet/service-kit';
import { type DynamicModule, Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, APP_PIPE } from '@nestjs/core';
import { PassportModule } from '@nestjs/passport';
import { Redis } from 'ioredis';
import type { GatewayConfig } from './config.js';
import { DeadlineInterceptor } from './http/deadline.interceptor.js';
import { ErrorFilter } from './http/error.filter.js';
import { InputPipe } from './http/validation.pipe.js';
import { RateLimitGuard } from './limits/rate-limit.guard.js';
import { REDIS, RateLimits } from './limits/rate-limits.js';
import { JwtStrategy } from './session/jwt.strategy.js';
import { SessionGuard } from './session/session.guard.js';

/** The HTTP edge: it authenticates, validates, limits, calls services and composes their answers. No data of its own. */
@Module({})
export class AppModule {
  static forRoot(config: GatewayConfig): DynamicModule {
    return {
      module: AppModule,
      imports: [KitModule.forRoot('gateway', config), RpcClientModule.forRoot('gateway', config), PassportModule],
      controllers: [],
      providers: [
        Revocations,
        JwtStrategy,
        RateLimits,
        { provide: REDIS, useFactory: () => connectRedis(config.REDIS_URL) },
        { provide: APP_GUARD, useClass: SessionGuard },
        { provide: APP_GUARD, useClass: RateLimitGuard },
        { provide: APP_PIPE, useClass: InputPipe },
        { provide: APP_FILTER, useClass: ErrorFilter },
        { provide: APP_INTERCEPTOR, useClass: DeadlineInterceptor },
      ],
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
