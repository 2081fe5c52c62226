import { ERRORS, type ErrorBody, type ErrorCode } from '@duet/contracts';
import { AppError, LOGGER, type Log } from '@duet/service-kit';
import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Inject } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** What the framework itself refuses, in our words. */
const BY_STATUS: Record<number, ErrorCode> = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHENTICATED',
  403: 'ACCESS_DENIED',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  429: 'RATE_LIMITED',
};

function statusOf(cause: unknown): number {
  if (cause instanceof HttpException) return cause.getStatus();
  return cause instanceof Error && 'statusCode' in cause && typeof cause.statusCode === 'number' ? cause.statusCode : 500;
}

/** Whatever was thrown, as one of ours. */
export function toAppError(cause: unknown): AppError {
  if (cause instanceof AppError) return cause;
  return new AppError(BY_STATUS[statusOf(cause)] ?? 'INTERNAL', { cause });
}

/** The body of every answer that is not 2xx. */
export function errorBody(error: AppError, requestId: string): ErrorBody {
  return {
    success: false,
    code: error.code,
    // A 5xx never tells more than its table's sentence; the cause is in the log under this request id.
    message: error.status >= 500 ? ERRORS[error.code].message : error.message,
    ...(error.errors && { errors: error.errors }),
    requestId,
  };
}

@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(@Inject(LOGGER) private readonly log: Log) {}

  catch(cause: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<FastifyRequest>();
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    const error = toAppError(cause);
    if (error.status >= 500) this.log.error({ err: cause, method: request.method, route: request.routeOptions.url }, 'request failed');
    if (error.retryAfter !== undefined) void reply.header('retry-after', String(Math.ceil(error.retryAfter)));
    void reply.status(error.status).send(errorBody(error, request.id));
  }
}
