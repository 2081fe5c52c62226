import { Injectable } from '@nestjs/common';

/** What time it is for everything that has its day. Tests set another one instead of waiting. */
@Injectable()
export class Clock {
  now(): Date {
    return new Date();
  }
}
