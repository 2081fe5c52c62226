import { Injectable } from '@nestjs/common';

/**
 * Process time: milliseconds of the monotonic clock, for waits, back-offs and deadlines inside one process. Only the
 * difference of two readings has a meaning.
 */
export const monotonicNow = (): number => performance.now();

/**
 * Domain time: it decides what is due, what has expired and when a lease ends. It advances with the monotonic clock, so
 * setting the machine's clock does not move it. In every process it follows the database's clock (`ReferenceTime`), so that
 * all replicas agree. Tests pass another clock instead of waiting.
 */
@Injectable()
export class Clock {
  /**
   * @param zero the instant of the monotonic clock's zero, in milliseconds since 1970
   * @param testOffset milliseconds that a test adds, read at each use
   */
  constructor(
    private zero = performance.timeOrigin,
    private readonly testOffset: () => number = () => 0,
  ) {}

  /** The current instant. */
  now(): Date {
    return new Date(this.untested().getTime() + this.testOffset());
  }

  /** The current instant without the offset of a test, which must not expire access tokens. */
  untested(): Date {
    return new Date(this.zero + monotonicNow());
  }

  /** The instant `milliseconds` from now; negative values lie in the past. */
  in(milliseconds: number): Date {
    return new Date(this.now().getTime() + milliseconds);
  }

  /**
   * Corrects this clock by a reading of another one, by Cristian's algorithm.
   * @param epochMs the other clock's reading between `sent` and `received`, in milliseconds since 1970
   * @param sent `monotonicNow` before the request
   * @param received `monotonicNow` after the answer
   * @returns the correction in milliseconds; 0 when the clocks agree within the round trip
   */
  follow(epochMs: number, sent: number, received: number): number {
    const [earliest, latest] = [epochMs - received, epochMs - sent];
    if (this.zero >= earliest && this.zero <= latest) return 0;
    const corrected = (earliest + latest) / 2;
    const by = corrected - this.zero;
    this.zero = corrected;
    return by;
  }
}
