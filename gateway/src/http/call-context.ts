import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { CallContext } from '@duet/service-kit';
import { type ExecutionContext, createParamDecorator } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { deviceOf } from './device-cookie.js';

const REQUEST_ID = /^[\w-]{8,64}$/;

/** Reuses a well-formed request id of the caller, so that client and server logs can be matched. */
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
    client: { ip: request.ip, userAgent: request.headers['user-agent'] ?? '', device: deviceOf(request) },
  };
}

/** The context in which a controller calls services: token, request id and client of the request. */
export const Context = createParamDecorator((_: unknown, host: ExecutionContext) =>
  callContextOf(host.switchToHttp().getRequest()),
);
