import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { CallContext } from '@duet/service-kit';
import { type ExecutionContext, createParamDecorator } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';

const REQUEST_ID = /^[\w-]{8,64}$/;

/** Takes over a caller's request id when it is harmless, so that a client's log and ours meet. */
export function requestIdFrom(headers: IncomingHttpHeaders): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
}

export function bearerOf(request: FastifyRequest): string | undefined {
  const [scheme, token] = (request.headers.authorization ?? '').split(' ');
  return scheme?.toLowerCase() === 'bearer' ? token : undefined;
}

export function callContextOf(request: FastifyRequest): CallContext {
  return {
    token: bearerOf(request),
    requestId: request.id,
    client: { ip: request.ip, userAgent: request.headers['user-agent'] ?? '' },
  };
}

/** On whose behalf a controller calls a service. */
export const Context = createParamDecorator((_: unknown, host: ExecutionContext) => callContextOf(host.switchToHttp().getRequest()));
