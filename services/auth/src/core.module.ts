import { type DynamicModule, Global, Module } from '@nestjs/common';
import { Clock } from './clock.js';
import { AuthConfig } from './config.js';

/** What every noun here needs: the settings and the time. */
@Global()
@Module({})
export class CoreModule {
  static forRoot(config: AuthConfig, clock: Clock): DynamicModule {
    return {
      module: CoreModule,
      providers: [
        { provide: AuthConfig, useValue: config },
        { provide: Clock, useValue: clock },
      ],
      exports: [AuthConfig, Clock],
    };
  }
}
