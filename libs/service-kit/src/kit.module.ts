import { type DynamicModule, Global, Module } from '@nestjs/common';
import { Bus } from './bus/bus.js';
import { BUS_USE, type BusUse } from './bus/bus-use.js';
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
import { Clock } from './work/clock.js';
import { ReferenceTime } from './work/reference-time.js';

/** The parts of every process: logger, clock, health, metrics, bus, token verification, call server and live updates. */
@Global()
@Module({})
export class KitModule {
  constructor(bus: Bus, health: Health) {
    health.add('bus', () => bus.isConnected());
  }

  /** @param use the process's declaration in `src/bus.ts`, which binds everything the kit does on the bus */
  static forRoot(use: BusUse, config: BaseConfig, clock = new Clock()): DynamicModule {
    const service = use.process;
    return {
      module: KitModule,
      providers: [
        { provide: SERVICE, useValue: service },
        { provide: BUS_USE, useValue: use },
        { provide: Clock, useValue: clock },
        { provide: LOGGER, useFactory: () => createLogger(service, config.LOG_LEVEL) },
        {
          provide: KeySet,
          inject: [LOGGER],
          useFactory: (log: Log) =>
            new KeySet(config.JWT_PUBLIC_KEYS, config.JWT_PUBLIC_KEYS_FILE, (cause) =>
              log.warn({ err: cause }, 'public keys read failed'),
            ),
        },
        {
          provide: Bus,
          inject: [LOGGER],
          useFactory: (log: Log) => Bus.connect(config.NATS_URL, use, log, config.STREAM_REPLICAS),
        },
        { provide: Tracing, useFactory: () => Tracing.open(service, config) },
        { provide: Health, useFactory: () => new Health(service, config.BUILD_REVISION) },
        AccessTokens,
        LivePush,
        ReferenceTime,
        RpcServer,
      ],
      exports: [
        SERVICE,
        BUS_USE,
        Clock,
        LOGGER,
        Bus,
        Health,
        KeySet,
        AccessTokens,
        LivePush,
        ReferenceTime,
        RpcServer,
        Tracing,
      ],
    };
  }
}

/** The client of calls, for a process that calls others. */
@Global()
@Module({ providers: [RpcClient], exports: [RpcClient] })
export class RpcClientModule {}
