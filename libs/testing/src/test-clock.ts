import { Clock } from '@duet/service-kit';

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** A domain clock that a test moves instead of waiting. Without a move it agrees with the machine's clock. */
export class TestClock extends Clock {
  private ahead = 0;
  private stoppedAt: number | null = null;

  override now(): Date {
    return new Date((this.stoppedAt ?? new Date().getTime()) + this.ahead);
  }

  /** Stops the clock: from here on only `forward` moves it. @param at the instant to show; by default the current one */
  stop(at: Date = this.now()): void {
    this.ahead = 0;
    this.stoppedAt = at.getTime();
  }

  /** Moves the clock forward. */
  forward(milliseconds: number): void {
    this.ahead += milliseconds;
  }

  /** Ignores the database's clock, which a test cannot move. @returns 0: no correction */
  override follow(): number {
    return 0;
  }
}
