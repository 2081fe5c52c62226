import 'reflect-metadata';
import type { INestApplicationContext, INestMicroservice } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { type MicroserviceOptions, Transport } from '@nestjs/microservices';
import { busOptions } from './bus/bus.js';
import type { BaseConfig } from './config/base-config.js';
import { Health } from './observe/health.js';
import { NestLogger, createLogger } from './observe/logger.js';
import { LOGGER } from './observe/tokens.js';

type ModuleClass = Parameters<typeof NestFactory.createMicroservice>[0];

/** How long a call that is being answered has after the process was told to stop, in milliseconds. */
const GRACE = 1_000;

/** Makes a service that is spoken to over the bus only; replicas share the work through one queue group. */
export async function createService(module: ModuleClass, service: string, config: BaseConfig): Promise<INestMicroservice> {
  return NestFactory.createMicroservice<MicroserviceOptions>(module, {
    transport: Transport.NATS,
    options: { ...busOptions(config.NATS_URL, `${service}-handlers`), queue: service, gracefulShutdown: true, gracePeriod: GRACE },
    logger: new NestLogger(createLogger(service, config.LOG_LEVEL)),
    abortOnError: false,
  });
}

/**
 * Runs a process to its end: health on its own port, a drain on SIGTERM and SIGINT, and one clear last line when it
 * cannot start.
 */
export async function runProcess(service: string, opsPort: number, start: () => Promise<INestApplicationContext>): Promise<void> {
  const app = await start();
  const health = app.get(Health);
  const log = app.get(LOGGER);
  await health.listen(opsPort);
  let stopping = false;
  const stop = (signal: NodeJS.Signals): void => {
    if (stopping) return;
    stopping = true;
    log.info({ signal }, 'stopping');
    health.drain();
    void app
      .close()
      .then(() => health.close())
      .then(
        () => process.exit(0),
        (cause: unknown) => {
          log.error({ err: cause }, 'did not stop cleanly');
          process.exit(1);
        },
      );
  };
  process.on('SIGTERM', stop).on('SIGINT', stop);
  process.on('unhandledRejection', (cause) => log.error({ err: cause }, 'a rejection was not handled'));
  log.info(`${service} is ready`);
}

/** The entry point's last resort: says why the process cannot run, and ends it. */
export function exitOnFailure(service: string) {
  return (cause: unknown): never => {
    createLogger(service, 'info').fatal({ err: cause }, 'cannot start');
    process.exit(1);
  };
}
