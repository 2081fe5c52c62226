import { AppError } from '@duet/service-kit';
import { Injectable } from '@nestjs/common';
import pLimit from 'p-limit';

/** Pictures and films in work at once; a large one takes some hundred megabytes. */
const AT_ONCE = 2;

/** More waiting than this would not be served in the time that an upload has. */
const WAITING = 30;

/** Decoding and encoding, a few at a time, whoever asks for it. */
@Injectable()
export class HeavyWork {
  private readonly limit = pLimit(AT_ONCE);

  /**
   * Does `work` when its turn comes.
   * @throws AppError UNAVAILABLE when too many wait; BAD_REQUEST when nobody waits for the outcome any more
   */
  async run<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    if (this.limit.pendingCount >= WAITING) throw new AppError('UNAVAILABLE', { retryAfter: 5 });
    return this.limit(() => {
      if (signal.aborted) throw new AppError('BAD_REQUEST', { cause: signal.reason });
      return work();
    });
  }
}
