import { type DynamicModule, Global, Module } from '@nestjs/common';
import { AuthConfig } from './config.js';

/** Provides the service's configuration to every module. */
@Global()
@Module({})
export class CoreModule {
  static forRoot(config: AuthConfig): DynamicModule {
    return {
      module: CoreModule,
      providers: [{ provide: AuthConfig, useValue: config }],
      exports: [AuthConfig],
    };
  }
}
