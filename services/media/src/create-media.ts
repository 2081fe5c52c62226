import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { LIMITS } from '@duet/contracts';
import { NestLogger, createLogger, requestContext } from '@duet/service-kit';
import multipart from '@fastify/multipart';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { AppModule } from './app.module.js';
import type { Clock } from './clock.js';
import type { MediaConfig } from './config.js';

/** No upload takes longer than this, however steadily its bytes trickle, in milliseconds. */
const LONGEST_UPLOAD = 30 * 60_000;

/** Checking an upload keeps its connection quiet for a while, after the last byte came in. */
const QUIET_CONNECTION = 2 * LIMITS.uploadIdle;

/** Builds the process without listening; tests listen on a port of their own. */
export async function createMedia(settings: MediaConfig, clock?: Clock): Promise<NestFastifyApplication> {
  const adapter = new FastifyAdapter({
    genReqId: (request: { headers: NodeJS.Dict<string | string[]> }) => String(request.headers['x-request-id'] || randomUUID()),
    requestTimeout: LONGEST_UPLOAD,
    connectionTimeout: QUIET_CONNECTION,
    return503OnClosing: true,
    forceCloseConnections: 'idle',
    // The link to an export is a token, which is long.
    routerOptions: { maxParamLength: 600 },
  });
  const app = await NestFactory.create<NestFastifyApplication>(AppModule.forRoot(settings, clock), adapter, {
    logger: new NestLogger(createLogger('media', settings.LOG_LEVEL)),
    abortOnError: false,
  });
  const server = app.getHttpAdapter().getInstance();
  server.addHook('onRequest', (request, _reply, done) => requestContext.run({ requestId: request.id }, done));
  await app.register(multipart, { throwFileSizeLimit: false, limits: { fields: 4, fieldSize: 1_024, headerPairs: 50 } });
  return app;
}
