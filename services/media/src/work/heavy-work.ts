import { AppError } from '@duet/service-kit';
import { Injectable } from '@nestjs/common';
import pLimit from 'p-limit';

/** Concurrent conversions of one process; a large file takes some hundred megabytes. */
const AT_ONCE = 2;

/** Most queued conversions: more would exceed the time limit of an upload. */
const WAITING = 30;

/** Limits decoding and encoding in the whole process. */
@Injectable()
export class HeavyWork {
  private readonly limit = pLimit(AT_ONCE);

  /**
   * Runs `work` when a slot is free.
   * @throws AppError UNAVAILABLE when the queue is full; BAD_REQUEST when `signal` is aborted before the start
   */
  async run<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    if (this.limit.pendingCount >= WAITING) throw new AppError('UNAVAILABLE', { retryAfter: 5 });
    return this.limit(() => {
      if (signal.aborted) throw new AppError('BAD_REQUEST', { cause: signal.reason });
      return work();
    });
  }
}
