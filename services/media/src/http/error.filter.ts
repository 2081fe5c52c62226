import { ERRORS, type ErrorBody, type ErrorCode } from '@duet/contracts';
import { AppError, LOGGER, type Log, toAppError } from '@duet/service-kit';
import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Inject } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** What the framework and the multipart parser refuse, in our words. */
const BY_STATUS: Record<number, ErrorCode> = { 400: 'BAD_REQUEST', 404: 'NOT_FOUND', 406: 'UNSUPPORTED_MEDIA_TYPE', 413: 'PAYLOAD_TOO_LARGE', 415: 'UNSUPPORTED_MEDIA_TYPE' };

function statusOf(cause: unknown): number {
  if (cause instanceof HttpException) return cause.getStatus();
  return cause instanceof Error && 'statusCode' in cause && typeof cause.statusCode === 'number' ? cause.statusCode : 500;
}

function refusalOf(cause: unknown): AppError {
  const code = cause instanceof AppError ? undefined : BY_STATUS[statusOf(cause)];
  return code ? new AppError(code, { cause }) : toAppError(cause);
}

/** Every refusal has the body that the gateway passes on as it is. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(@Inject(LOGGER) private readonly log: Log) {}

  catch(cause: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<FastifyRequest>();
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    const error = refusalOf(cause);
    if (error.status >= 500) this.log.error({ err: cause, method: request.method, route: request.routeOptions.url }, 'request failed');
    if (error.retryAfter !== undefined) void reply.header('retry-after', String(Math.ceil(error.retryAfter)));
    const message = error.status >= 500 ? ERRORS[error.code].message : error.message;
    const body: ErrorBody = { success: false, code: error.code, message, requestId: request.id };
    void reply.status(error.status).send(body);
  }
}
