import { AppError, Health, LOGGER, type Log } from '@duet/service-kit';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Redis } from 'ioredis';
import { Counter } from 'prom-client';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { type Countable, type Rate, rateKey } from './rate-key.js';

export interface Limit {
  name: string;
  rates: readonly Rate[];
  /** Refuse calls instead of counting per process while Redis is unavailable. */
  failClosed?: boolean;
}

export const REDIS = Symbol('REDIS');

/** Keys that Redis looks at per step. */
const SCANNED = 1_000;

/** The part of a key before the value that it counts. */
const counterName = (limit: Limit, rate: Rate): string => `limit:${limit.name}:${rate.by}`;

/**
 * Counts calls over all gateway replicas in Redis. While Redis is unavailable each process counts for itself, or refuses the
 * calls of a fail-closed limit.
 */
@Injectable()
export class RateLimits implements OnApplicationShutdown {
  private readonly limiters = new Map<string, RateLimiterRedis>();
  private readonly refused: Counter<'limit'>;

  constructor(
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(LOGGER) private readonly log: Log,
    @Inject(Health) { metrics }: Health,
  ) {
    this.refused = new Counter({
      name: 'duet_rate_limited_total',
      help: 'Calls refused by a rate limit',
      labelNames: ['limit'],
      registers: [metrics],
    });
  }

  /**
   * Counts one call in every rate of the limit.
   * @throws AppError RATE_LIMITED with the seconds to wait; UNAVAILABLE if a fail-closed limit cannot count
   */
  async consume(limit: Limit, call: Countable): Promise<void> {
    for (const rate of limit.rates) {
      const key = rateKey(rate, call);
      if (key) await this.consumeOne(limit, rate, key);
    }
  }

  /** Clears the counters of a successful call, except the counter of its address. */
  async forgive(limit: Limit, call: Countable): Promise<void> {
    const own = limit.rates.filter(({ by }) => by !== 'ip');
    await Promise.all(
      own.map(async (rate) => {
        const key = rateKey(rate, call);
        if (key) await this.limiterFor(limit, rate).delete(key);
      }),
    ).catch((cause: unknown) => this.log.warn({ err: cause, limit: limit.name }, 'rate limit reset failed'));
  }

  /**
   * Clears every counter of a field's value, whatever else it is counted by. It reads all keys, so it is for operators.
   * @param value the value's hash, as `rateKey` makes it
   * @throws when Redis does not answer
   */
  async clearField(limit: Limit, value: string): Promise<void> {
    for (const rate of limit.rates.filter(({ by }) => by.includes('field:'))) {
      const prefix = `${counterName(limit, rate)}:${value}`;
      await this.redis.del(prefix);
      const batches = this.redis.scanStream({ match: `${prefix}.*`, count: SCANNED });
      for await (const keys of batches as AsyncIterable<string[]>) if (keys.length > 0) await this.redis.del(keys);
    }
  }

  /** Returns the points of a call that had no effect. */
  async refund(limit: Limit, call: Countable): Promise<void> {
    await Promise.all(
      limit.rates.map(async (rate) => {
        const key = rateKey(rate, call);
        if (key) await this.limiterFor(limit, rate).reward(key);
      }),
    ).catch((cause: unknown) => this.log.warn({ err: cause, limit: limit.name }, 'rate limit refund failed'));
  }

  onApplicationShutdown(): void {
    this.redis.disconnect();
  }

  private async consumeOne(limit: Limit, rate: Rate, key: string): Promise<void> {
    try {
      await this.limiterFor(limit, rate).consume(key);
    } catch (outcome) {
      if (outcome instanceof RateLimiterRes) {
        this.refused.inc({ limit: limit.name });
        throw new AppError('RATE_LIMITED', { retryAfter: Math.ceil(outcome.msBeforeNext / 1000) });
      }
      this.log.error({ err: outcome, limit: limit.name }, 'rate limit check failed');
      throw new AppError('UNAVAILABLE', { cause: outcome });
    }
  }

  private limiterFor(limit: Limit, rate: Rate): RateLimiterRedis {
    const name = counterName(limit, rate);
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
