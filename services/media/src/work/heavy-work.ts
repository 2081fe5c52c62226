import { LIMITS } from '@duet/contracts';
import { AppError } from '@duet/service-kit';
import { Injectable } from '@nestjs/common';

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

interface Waiting {
  userId: string;
  start: () => void;
}

/** Limits decoding and encoding in the whole process. The next piece is of a person without a running one, if there is any, so that others get their turn. */
@Injectable()
export class HeavyWork {
  private readonly waiting: Waiting[] = [];
  private readonly running: string[] = [];

  /**
   * Runs `work` when it is its turn.
   * @throws AppError UNAVAILABLE when the queue is full; RATE_LIMITED when the person has too much in it; BAD_REQUEST when
   * `signal` is aborted before the start
   */
  async run<T>({ userId, signal }: Requester, work: () => Promise<T>): Promise<T> {
    if (this.countOf(userId) >= EACH) throw new AppError('RATE_LIMITED', { retryAfter: RETRY_AFTER });
    if (this.waiting.length >= WAITING) throw new AppError('UNAVAILABLE', { retryAfter: RETRY_AFTER });
    await new Promise<void>((start) => {
      this.waiting.push({ userId, start });
      this.startNext();
    });
    try {
      if (signal.aborted) throw new AppError('BAD_REQUEST', { cause: signal.reason });
      return await work();
    } finally {
      this.running.splice(this.running.indexOf(userId), 1);
      this.startNext();
    }
  }

  private startNext(): void {
    if (this.running.length >= AT_ONCE) return;
    const idle = this.waiting.findIndex(({ userId }) => !this.running.includes(userId));
    const [next] = this.waiting.splice(Math.max(idle, 0), 1);
    if (!next) return;
    this.running.push(next.userId);
    next.start();
  }

  private countOf(userId: string): number {
    return [...this.running, ...this.waiting.map((one) => one.userId)].filter((one) => one === userId).length;
  }
}
