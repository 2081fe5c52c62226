import { LIMITS } from '@duet/contracts';
import { AppError } from '@duet/service-kit';
import { Injectable } from '@nestjs/common';
import pLimit, { type LimitFunction } from 'p-limit';

/** Concurrent conversions of one process; a large file takes some hundred megabytes. */
const AT_ONCE = 2;

/** Most queued conversions: more would exceed the time limit of an upload. */
const WAITING = 30;

/** Most running and queued conversions of one person: those of two full uploads. */
const EACH = 2 * LIMITS.filesPerUpload;

/** Seconds after which a refused client may try again. */
const RETRY_AFTER = 5;

/** The person for whom work is done. */
export interface Requester {
  userId: string;
  /** Aborted when nobody needs the result any more. */
  signal: AbortSignal;
}

/** Limits decoding and encoding in the whole process. One conversion of a person runs at a time, so that others get their turn. */
@Injectable()
export class HeavyWork {
  private readonly slots = pLimit(AT_ONCE);
  private readonly people = new Map<string, { turn: LimitFunction; jobs: number }>();
  private jobs = 0;

  /**
   * Runs `work` when a slot is free and the person's earlier work is done.
   * @throws AppError UNAVAILABLE when the queue is full; RATE_LIMITED when the person has too much in it; BAD_REQUEST when
   * `signal` is aborted before the start
   */
  async run<T>({ userId, signal }: Requester, work: () => Promise<T>): Promise<T> {
    const person = this.people.get(userId) ?? { turn: pLimit(1), jobs: 0 };
    if (person.jobs >= EACH) throw new AppError('RATE_LIMITED', { retryAfter: RETRY_AFTER });
    if (this.jobs >= AT_ONCE + WAITING) throw new AppError('UNAVAILABLE', { retryAfter: RETRY_AFTER });
    this.people.set(userId, person);
    person.jobs += 1;
    this.jobs += 1;
    const start = (): Promise<T> => {
      if (signal.aborted) throw new AppError('BAD_REQUEST', { cause: signal.reason });
      return work();
    };
    try {
      return await person.turn(() => this.slots(start));
    } finally {
      person.jobs -= 1;
      this.jobs -= 1;
      if (person.jobs === 0) this.people.delete(userId);
    }
  }
}
