import { AppError, LOGGER, type Log } from '@duet/service-kit';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';

/** So many calls in so many seconds, counted per address, per signed-in user, or per value of a body field. */
export interface Rate {
  by: 'ip' | 'user' | `field:${string}`;
  points: number;
  seconds: number;
}

export interface Limit {
  name: string;
  rates: readonly Rate[];
  /** Refuse instead of counting locally while Redis is away. */
  failClosed?: boolean;
}

export const REDIS = Symbol('REDIS');

/** Counts calls over all gateways in Redis; while it is away each process counts for itself. */
@Injectable()
export class RateLimits implements OnApplicationShutdown {
  private readonly limiters = new Map<string, RateLimiterRedis>();

  constructor(
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(LOGGER) private readonly log: Log,
  ) {}

  /** @throws AppError RATE_LIMITED with the seconds to wait; UNAVAILABLE when a closed limit cannot count. */
  async consume(limit: Limit, rate: Rate, key: string): Promise<void> {
    try {
      await this.limiter(limit, rate).consume(key.toLowerCase());
    } catch (outcome) {
      if (outcome instanceof RateLimiterRes) throw new AppError('RATE_LIMITED', { retryAfter: Math.ceil(outcome.msBeforeNext / 1000) });
      this.log.error({ err: outcome, limit: limit.name }, 'a rate could not be counted');
      throw new AppError('UNAVAILABLE', { cause: outcome });
    }
  }

  onApplicationShutdown(): void {
    this.redis.disconnect();
  }

  private limiter(limit: Limit, rate: Rate): RateLimiterRedis {
    const name = `limit:${limit.name}:${rate.by}`;
    const known = this.limiters.get(name);
    if (known) return known;
    const options = { keyPrefix: name, points: rate.points, duration: rate.seconds };
    const made = new RateLimiterRedis({
      ...options,
      storeClient: this.redis,
      ...(limit.failClosed ? {} : { insuranceLimiter: new RateLimiterMemory(options) }),
    });
    this.limiters.set(name, made);
    return made;
  }
}
