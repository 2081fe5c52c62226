import { Clock } from '../src/clock.js';

/** A clock that goes on, and can be put forward. */
export class TestClock extends Clock {
  private ahead = 0;

  override now(): Date {
    return new Date(Date.now() + this.ahead);
  }

  forward(milliseconds: number): void {
    this.ahead += milliseconds;
  }
}
