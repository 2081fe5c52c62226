import { availableParallelism } from 'node:os';
import { AppError } from '@duet/service-kit';

/** Each hash takes 19 MiB and a thread of the four that all file and name look-ups share. */
const RUNNING = Math.min(2, availableParallelism());

/** Well under a second of work, some seconds on a machine that is busy otherwise: a call has five. */
const WAITING = 32;

const RETRY_AFTER_SECONDS = 2;

/** Lets a bounded number of costly jobs run, a bounded number wait, and refuses the rest. */
export class HashPool {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(
    private readonly maxRunning = RUNNING,
    private readonly maxWaiting = WAITING,
  ) {}

  /** @throws AppError RATE_LIMITED when too many wait already. */
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

  /** The place goes straight to the next in line, so that nobody overtakes. */
  private leave(): void {
    const next = this.waiting.shift();
    if (next) next();
    else this.running -= 1;
  }
}
