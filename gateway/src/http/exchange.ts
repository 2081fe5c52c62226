import { type ExecutionContext, createParamDecorator } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A request and its reply, for calls to media over HTTP, most of which end when the client disconnects. */
export interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
}

/** The exchange of a route whose answer Nest sends. */
export const HttpExchange = createParamDecorator((_: unknown, host: ExecutionContext): Exchange => {
  const http = host.switchToHttp();
  return { request: http.getRequest<FastifyRequest>(), reply: http.getResponse<FastifyReply>() };
});
