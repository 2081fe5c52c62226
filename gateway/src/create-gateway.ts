import { Clock, Health, LOGGER, type Log, NestLogger, Tracing, createLogger } from '@duet/service-kit';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { AppModule } from './app.module.js';
import type { GatewayConfig } from './config.js';
import { observeRequests } from './http/observe.js';
import { Replicas } from './http/replicas.js';
import { sendServerTime } from './http/server-time.js';
import { configureServer, httpAdapter } from './http/server.js';
import { proxyUpgrades } from './http/socket-upgrades.js';

/** Builds the gateway without listening, so that tests can choose their own port. */
export async function createGateway(settings: GatewayConfig): Promise<NestFastifyApplication> {
  const app = await NestFactory.create<NestFastifyApplication>(AppModule.forRoot(settings), httpAdapter(settings), {
    logger: new NestLogger(createLogger('gateway', settings.LOG_LEVEL)),
    abortOnError: false,
    // Fastify's own parser reads JSON. Nest's would also accept URL-encoded forms.
    bodyParser: false,
  });
  app.setGlobalPrefix('api');
  const server = app.getHttpAdapter().getInstance();
  observeRequests(server, app.get(Tracing), app.get(Health), app.get<Log>(LOGGER));
  sendServerTime(server, app.get(Clock));
  const realtime = new Replicas(settings.REALTIME_URL);
  await realtime.refresh();
  await configureServer(server, settings, realtime);
  proxyUpgrades(server, realtime, app.get<Log>(LOGGER));
  return app;
}
