import { Revocations } from '@duet/service-kit';
import { type DynamicModule, Global, Module } from '@nestjs/common';
import { GatewayConfig } from './config.js';

/** Provides the configuration and the revoked sessions to every module. */
@Global()
@Module({})
export class CoreModule {
  static forRoot(config: GatewayConfig): DynamicModule {
    return {
      module: CoreModule,
      providers: [{ provide: GatewayConfig, useValue: config }, Revocations],
      exports: [GatewayConfig, Revocations],
    };
  }
}
