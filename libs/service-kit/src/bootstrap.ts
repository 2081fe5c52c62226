import 'reflect-metadata';
import type { INestApplicationContext, INestMicroservice } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { CustomStrategy } from '@nestjs/microservices';
import { Bus } from './bus/bus.js';
import type { BaseConfig, DatabaseConfig } from './config/base-config.js';
import { type dataSourceOptions, migrate } from './data/data-source.js';
import { Health } from './observe/health.js';
import { NestLogger, createLogger } from './observe/logger.js';
import { LOGGER } from './observe/tokens.js';
import { BusServer } from './rpc/bus-server.js';
import { ReferenceTime } from './work/reference-time.js';

type ModuleClass = Parameters<typeof NestFactory.createMicroservice>[0];

/**
 * Creates a process that serves calls over the bus and nothing else. Its replicas share one queue group.
 * @param service its name: the queue group, and the name in logs
 */
export async function createService(
  module: ModuleClass,
  service: string,
  config: BaseConfig,
): Promise<INestMicroservice> {
  const server = new BusServer(service, config.STOP_GRACE);
  const app = await NestFactory.createMicroservice<CustomStrategy>(module, {
    strategy: server,
    logger: new NestLogger(createLogger(service, config.LOG_LEVEL)),
    abortOnError: false,
  });
  server.attach(app.get(Bus), app.get(ReferenceTime));
  return app;
}

/**
 * Runs a process until SIGTERM or SIGINT: serves health and metrics, then drains and exits.
 * @param opsPort port of health and metrics
 * @param start creates the application and begins to listen
 * @returns when the process is ready
 * @throws what `start` threw; `exitOnFailure` logs it
 */
export async function runProcess(
  service: string,
  opsPort: number,
  start: () => Promise<INestApplicationContext>,
): Promise<void> {
  const app = await start();
  const health = app.get(Health);
  const log = app.get(LOGGER);
  await health.listen(opsPort);
  let stopping = false;
  const stop = (signal: NodeJS.Signals): void => {
    if (stopping) return;
    stopping = true;
    log.info({ signal }, 'process stopping');
    health.drain();
    void app
      .close()
      .then(() => health.close())
      .then(
        () => process.exit(0),
        (cause: unknown) => {
          log.error({ err: cause }, 'process stop failed');
          process.exit(1);
        },
      );
  };
  process.on('SIGTERM', stop).on('SIGINT', stop);
  process.on('uncaughtException', (cause) => {
    log.fatal({ err: cause }, 'process crashed');
    process.exit(1);
  });
  process.on('unhandledRejection', (cause) => log.error({ err: cause }, 'promise rejection not handled'));
  log.info({ process: service }, 'process ready');
}

/** Handles a failed start: logs the cause as `fatal` and exits with 1. */
export function exitOnFailure(service: string) {
  return (cause: unknown): never => {
    createLogger(service, 'info').fatal({ err: cause }, 'process start failed');
    process.exit(1);
  };
}

/**
 * The main function of a process that serves calls over the bus and nothing else. A failed start is logged and exits with 1.
 * @param service its name
 * @param configure reads its settings
 * @returns when the process is ready
 */
export function mainOfService<Config extends BaseConfig>(
  service: string,
  configure: () => Config,
  moduleOf: (settings: Config) => ModuleClass,
): Promise<void> {
  const main = async (): Promise<void> => {
    const settings = configure();
    await runProcess(service, settings.OPS_PORT, async () => {
      const app = await createService(moduleOf(settings), service, settings);
      await app.listen();
      return app;
    });
  };
  return main().catch(exitOnFailure(service));
}

/**
 * The main function of a service's `migrate`: runs what `migrate` runs and logs the names of the migrations. A failure is
 * logged and exits with 1.
 * @param service its name
 * @param configure reads its settings
 * @param optionsOf TypeORM's options for the URL of its database
 */
export function mainOfMigrate(
  service: string,
  configure: () => DatabaseConfig,
  optionsOf: (url: string) => ReturnType<typeof dataSourceOptions>,
): Promise<void> {
  const main = async (): Promise<void> => {
    const settings = configure();
    const ran = await migrate(optionsOf(settings.DATABASE_URL));
    createLogger(service, settings.LOG_LEVEL).info({ ran }, 'schema migrated');
  };
  return main().catch(exitOnFailure(service));
}
