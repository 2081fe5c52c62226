import { NestLogger, createLogger } from '@duet/service-kit';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { AppModule } from './app.module.js';
import type { GatewayConfig } from './config.js';
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
  await dressServer(app.getHttpAdapter().getInstance(), settings);
  return app;
}
