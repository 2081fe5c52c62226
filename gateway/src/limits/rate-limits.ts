import { AppError, Health, LOGGER, type Log } from '@duet/service-kit';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Redis } from 'ioredis';
import { Counter } from 'prom-client';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { type Countable, type Rate, rateKey } from './rate-key.js';

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
  private readonly refused: Counter<'limit'>;

  constructor(
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(LOGGER) private readonly log: Log,
    @Inject(Health) { metrics }: Health,
  ) {
    this.refused = new Counter({ name: 'duet_rate_limited_total', help: 'Calls that were refused for coming too often', labelNames: ['limit'], registers: [metrics] });
  }

  /** @throws AppError RATE_LIMITED with the seconds to wait; UNAVAILABLE when a closed limit cannot count. */
  async consume(limit: Limit, call: Countable): Promise<void> {
    for (const rate of limit.rates) {
      const key = rateKey(rate, call);
      if (key) await this.consumeOne(limit, rate, key);
    }
  }

  /** A call that turned out well does not count against its account; the address's counter stays. */
  async forgive(limit: Limit, call: Countable): Promise<void> {
    const own = limit.rates.filter(({ by }) => by !== 'ip');
    await Promise.all(
      own.map(async (rate) => {
        const key = rateKey(rate, call);
        if (key) await this.limiter(limit, rate).delete(key);
      }),
    ).catch((cause: unknown) => this.log.warn({ err: cause, limit: limit.name }, 'a counter could not be cleared'));
  }

  onApplicationShutdown(): void {
    this.redis.disconnect();
  }

  private async consumeOne(limit: Limit, rate: Rate, key: string): Promise<void> {
    try {
      await this.limiter(limit, rate).consume(key);
    } catch (outcome) {
      if (outcome instanceof RateLimiterRes) {
        this.refused.inc({ limit: limit.name });
        throw new AppError('RATE_LIMITED', { retryAfter: Math.ceil(outcome.msBeforeNext / 1000) });
      }
      this.log.error({ err: outcome, limit: limit.name }, 'a rate could not be counted');
      throw new AppError('UNAVAILABLE', { cause: outcome });
    }
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
