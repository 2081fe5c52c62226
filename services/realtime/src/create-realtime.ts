import { NestLogger, createLogger } from '@duet/service-kit';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { AppModule } from './app.module.js';
import type { RealtimeConfig } from './config.js';
import { AdapterBus } from './redis/adapter-bus.js';
import { DuetIoAdapter } from './connections/duet-io.adapter.js';
import { Sockets } from './sockets/sockets.js';

/** Creates the whole process, which does not listen yet. Tests start the same one. */
export async function createRealtime(config: RealtimeConfig): Promise<NestFastifyApplication> {
  const app = await NestFactory.create<NestFastifyApplication>(AppModule.forRoot(config), new FastifyAdapter(), {
    logger: new NestLogger(createLogger('realtime', config.LOG_LEVEL)),
    abortOnError: false,
  });
  const sockets = app.get(Sockets);
  app.useWebSocketAdapter(new DuetIoAdapter(app, config.APP_ORIGIN, app.get(AdapterBus), () => sockets.isDraining));
  return app;
}
