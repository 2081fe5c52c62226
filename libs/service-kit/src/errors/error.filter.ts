import { ERRORS, type ErrorBody, type ErrorCode } from '@duet/contracts';
import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Inject } from '@nestjs/common';
import { LOGGER, type Log } from '../observe/tokens.js';
import { AppError } from './app-error.js';
import { toAppError } from './database-errors.js';

/** What the framework and its parsers refuse, in our words. */
const BY_STATUS: Record<number, ErrorCode> = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHENTICATED',
  403: 'ACCESS_DENIED',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  406: 'UNSUPPORTED_MEDIA_TYPE',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  429: 'RATE_LIMITED',
};

function statusOf(cause: unknown): number {
  if (cause instanceof HttpException) return cause.getStatus();
  return cause instanceof Error && 'statusCode' in cause && typeof cause.statusCode === 'number' ? cause.statusCode : 500;
}

function refusalOf(cause: unknown): AppError {
  const code = cause instanceof AppError ? undefined : BY_STATUS[statusOf(cause)];
  return code ? new AppError(code, { cause }) : toAppError(cause);
}

/** The body of every answer that is not 2xx. */
export function errorBody(error: AppError, requestId: string): ErrorBody {
  return {
    success: false,
    code: error.code,
    // A 5xx never tells more than its table's sentence; the cause is in the log under this request id.
    message: error.status >= 500 ? ERRORS[error.code].message : error.message,
    ...(error.errors && { errors: error.errors }),
    ...(error.current !== undefined && { current: error.current }),
    requestId,
  };
}

/** What the filter needs of a Fastify request and reply. */
interface Request {
  id: string;
  method: string;
  routeOptions: { url?: string };
}

interface Reply {
  header: (name: string, value: string) => unknown;
  status: (code: number) => { send: (body: ErrorBody) => unknown };
}

/** Turns whatever an HTTP handler threw into one status, one body and, where it is our fault, one line in the log. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(@Inject(LOGGER) private readonly log: Log) {}

  catch(cause: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<Request>();
    const reply = host.switchToHttp().getResponse<Reply>();
    const error = refusalOf(cause);
    if (error.status >= 500) this.log.error({ err: cause, method: request.method, route: request.routeOptions.url }, 'request failed');
    if (error.retryAfter !== undefined) reply.header('retry-after', String(Math.ceil(error.retryAfter)));
    reply.status(error.status).send(errorBody(error, request.id));
  }
}
