import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { LIMITS } from '@duet/contracts';
import { type Clock, NestLogger, createLogger, requestContext } from '@duet/service-kit';
import multipart from '@fastify/multipart';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { AppModule } from './app.module.js';
import type { MediaConfig } from './config.js';

/** Longest duration of an upload in milliseconds, also of a slow one that never pauses. */
const LONGEST_UPLOAD = 30 * 60_000;

/** Idle limit of a connection in milliseconds. Processing an upload keeps its connection idle after the last byte. */
const QUIET_CONNECTION = 2 * LIMITS.uploadIdle;

/** Builds the process without listening, so that tests choose the port. */
export async function createMedia(settings: MediaConfig, clock?: Clock): Promise<NestFastifyApplication> {
  const adapter = new FastifyAdapter({
    genReqId: (request: { headers: NodeJS.Dict<string | string[]> }) =>
      String(request.headers['x-request-id'] || randomUUID()),
    requestTimeout: LONGEST_UPLOAD,
    connectionTimeout: QUIET_CONNECTION,
    return503OnClosing: true,
    forceCloseConnections: 'idle',
    // The path of an export contains a token.
    routerOptions: { maxParamLength: 600 },
  });
  const app = await NestFactory.create<NestFastifyApplication>(AppModule.forRoot(settings, clock), adapter, {
    logger: new NestLogger(createLogger('media', settings.LOG_LEVEL)),
    abortOnError: false,
  });
  const server = app.getHttpAdapter().getInstance();
  server.addHook('onRequest', (request, _reply, done) => requestContext.run({ requestId: request.id }, done));
  await app.register(multipart, {
    throwFileSizeLimit: false,
    limits: { fields: 4, fieldSize: 1_024, headerPairs: 50 },
  });
  return app;
}
