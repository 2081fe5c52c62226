import { type DynamicModule, Global, Module } from '@nestjs/common';
import { Clock } from './clock.js';

/** The one clock of the process. */
@Global()
@Module({})
export class ClockModule {
  static forRoot(clock: Clock): DynamicModule {
    return { module: ClockModule, providers: [{ provide: Clock, useValue: clock }], exports: [Clock] };
  }
}
