import { type DynamicModule, Global, Module } from '@nestjs/common';
import { GatewayConfig } from './config.js';

/** Provides the configuration to every module. */
@Global()
@Module({})
export class CoreModule {
  static forRoot(config: GatewayConfig): DynamicModule {
    return { module: CoreModule, providers: [{ provide: GatewayConfig, useValue: config }], exports: [GatewayConfig] };
  }
}
