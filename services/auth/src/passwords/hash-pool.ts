import { availableParallelism } from 'node:os';
import { AppError } from '@duet/service-kit';

/** Each hash takes 19 MiB and one of libuv's four threads, which file and DNS calls need too. */
const MAX_RUNNING = Math.min(2, availableParallelism());

/** Less than a second of work, or a few seconds on a busy machine. A call times out after five. */
const MAX_WAITING = 32;

const RETRY_AFTER_SECONDS = 2;

/** Runs a bounded number of expensive jobs, queues a bounded number and refuses the rest. */
export class HashPool {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(
    private readonly maxRunning = MAX_RUNNING,
    private readonly maxWaiting = MAX_WAITING,
  ) {}

  /** @throws AppError RATE_LIMITED when the queue is full */
  async run<T>(job: () => Promise<T>): Promise<T> {
    await this.enter();
    try {
      return await job();
    } finally {
      this.leave();
    }
  }

  private async enter(): Promise<void> {
    if (this.running < this.maxRunning) {
      this.running += 1;
      return;
    }
    if (this.waiting.length >= this.maxWaiting) throw new AppError('RATE_LIMITED', { retryAfter: RETRY_AFTER_SECONDS });
    await new Promise<void>((start) => this.waiting.push(start));
  }

  /** Passes the slot to the first waiting job, so that no later job overtakes it. */
  private leave(): void {
    const next = this.waiting.shift();
    if (next) next();
    else this.running -= 1;
  }
}
