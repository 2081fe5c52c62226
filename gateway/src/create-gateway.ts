import { Health, NestLogger, Tracing, createLogger } from '@duet/service-kit';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { AppModule } from './app.module.js';
import type { GatewayConfig } from './config.js';
import { observeRequests } from './http/observe.js';
import { dressServer, httpAdapter } from './http/server.js';

/** Builds the gateway without listening; tests listen on a port of their own. */
export async function createGateway(settings: GatewayConfig): Promise<NestFastifyApplication> {
  const app = await NestFactory.create<NestFastifyApplication>(AppModule.forRoot(settings), httpAdapter(settings), {
    logger: new NestLogger(createLogger('gateway', settings.LOG_LEVEL)),
    abortOnError: false,
    // Fastify's own parser reads JSON; forms and plain text are no way to talk to this API.
    bodyParser: false,
  });
  app.setGlobalPrefix('api');
  const server = app.getHttpAdapter().getInstance();
  observeRequests(server, app.get(Tracing), app.get(Health));
  await dressServer(server, settings);
  return app;
}
