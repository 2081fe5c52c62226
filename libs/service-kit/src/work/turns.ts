import { LIMITS } from '@duet/contracts';
import { AppError } from '../errors/app-error.js';
import { monotonicNow } from './clock.js';

/** Milliseconds that a work waits for its turn. `take` refuses a later one: a second of the caller's timeout is left for the work. */
const PATIENCE = LIMITS.serviceCallTimeout - 1_000;

/**
 * Runs the works of one key one after the other, in order of arrival, and those of different keys side by side. Transactions
 * that lock the same row take turns before they take a connection: otherwise each occupies one while it waits for the lock.
 * Take no turn inside a work or a transaction: two that wait for each other would never end.
 */
export class Turns {
  private readonly last = new Map<string, Promise<unknown>>();

  /** How many keys have a work that runs or waits. */
  get size(): number {
    return this.last.size;
  }

  /** Runs `work` when it is its turn. @throws what `work` threw; AppError UNAVAILABLE without running it, after a longer wait */
  async take<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const turn = this.runAfter(this.last.get(key), work);
    this.last.set(key, turn);
    try {
      return await turn;
    } finally {
      if (this.last.get(key) === turn) this.last.delete(key);
    }
  }

  private async runAfter<Result>(former: Promise<unknown> | undefined, work: () => Promise<Result>): Promise<Result> {
    const since = monotonicNow();
    await Promise.allSettled([former]);
    const waited = monotonicNow() - since;
    if (waited > PATIENCE)
      throw new AppError('UNAVAILABLE', { cause: new Error(`the turn came after ${Math.round(waited)} ms`) });
    return work();
  }
}
