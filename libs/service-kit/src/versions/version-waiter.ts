import { EventEmitter, once } from 'node:events';
import { AppError } from '../errors/app-error.js';
import { monotonicNow } from '../work/clock.js';

/** Milliseconds that a call waits for a version. */
const PATIENCE = 2_000;

/** Milliseconds between two reads: another replica may have applied the version. */
const POLL_EVERY = 50;

/** Lets a call wait until this service has applied a version that another service has committed. */
export class VersionWaiter {
  private readonly applied = new EventEmitter().setMaxListeners(0);

  /** @param isApplied reads from the database whether `version`, or a later one, is applied */
  constructor(private readonly isApplied: (id: string, version: number) => Promise<boolean>) {}

  /** Wakes all waits for this id. Call after the commit. */
  announce(id: string): void {
    this.applied.emit(id);
  }

  /** Waits until the version is applied. @throws AppError TIMEOUT after two seconds */
  async wait(id: string, version: number): Promise<void> {
    const deadline = monotonicNow() + PATIENCE;
    while (monotonicNow() < deadline) {
      // Listen before the read, so that a commit between the two is not missed.
      const next = once(this.applied, id, { signal: AbortSignal.timeout(POLL_EVERY) }).catch(() => undefined);
      if (await this.isApplied(id, version)) return;
      await next;
    }
    throw new AppError('TIMEOUT');
  }
}
