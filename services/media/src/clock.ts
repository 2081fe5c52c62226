import { Injectable } from '@nestjs/common';

/** What time it is for leases and everything that expires. Tests set another one instead of waiting. */
@Injectable()
export class Clock {
  now(): Date {
    return new Date();
  }

  /** The instant `milliseconds` from now. */
  in(milliseconds: number): Date {
    return new Date(this.now().getTime() + milliseconds);
  }
}
