import { type DynamicModule, Global, Module } from '@nestjs/common';
import { ClientNats } from '@nestjs/microservices';
import { Bus, busOptions } from './bus/bus.js';
import type { BaseConfig } from './config/base-config.js';
import { LivePush } from './live/live-push.js';
import { Health } from './observe/health.js';
import { createLogger } from './observe/logger.js';
import { LOGGER, type Log, SERVICE } from './observe/tokens.js';
import { Tracing } from './observe/tracing.js';
import { RpcClient } from './rpc/rpc-client.js';
import { RpcServer } from './rpc/rpc-server.js';
import { AccessTokens } from './tokens/access-tokens.js';
import { KeySet } from './tokens/key-set.js';

/** What every process has: a logger, health, the bus, token verification, and calls in both directions. */
@Global()
@Module({})
export class KitModule {
  constructor(bus: Bus, health: Health) {
    health.add('bus', () => bus.isConnected());
  }

  static forRoot(service: string, config: BaseConfig): DynamicModule {
    return {
      module: KitModule,
      providers: [
        { provide: SERVICE, useValue: service },
        { provide: LOGGER, useFactory: () => createLogger(service, config.LOG_LEVEL) },
        { provide: KeySet, useFactory: () => new KeySet(config.JWT_PUBLIC_KEYS, config.JWT_PUBLIC_KEYS_FILE) },
        { provide: Bus, inject: [LOGGER], useFactory: (log: Log) => Bus.connect(config.NATS_URL, service, log) },
        { provide: Tracing, useFactory: () => new Tracing(service, config) },
        { provide: Health, useFactory: () => new Health(service, config.BUILD_REVISION) },
        AccessTokens,
        LivePush,
        RpcServer,
      ],
      exports: [SERVICE, LOGGER, Bus, Health, KeySet, AccessTokens, LivePush, RpcServer, Tracing],
    };
  }
}

/** What edges have besides: they call services. */
@Global()
@Module({})
export class RpcClientModule {
  static forRoot(service: string, config: BaseConfig): DynamicModule {
    return {
      module: RpcClientModule,
      providers: [{ provide: ClientNats, useFactory: () => new ClientNats(busOptions(config.NATS_URL, `${service}-calls`)) }, RpcClient],
      exports: [RpcClient],
    };
  }
}
