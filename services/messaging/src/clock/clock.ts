import { Injectable } from '@nestjs/common';

/** What time it is for what is due. */
@Injectable()
export class Clock {
  now(): Date {
    return new Date();
  }
}
