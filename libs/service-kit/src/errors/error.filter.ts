import { ERRORS, type ErrorBody, type ErrorCode } from '@duet/contracts';
import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Inject } from '@nestjs/common';
import { LOGGER, type Log } from '../observe/tokens.js';
import { AppError } from './app-error.js';
import { toAppError } from './database-errors.js';

/** The error codes for refusals of the framework and its parsers. */
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
  return cause instanceof Error && 'statusCode' in cause && typeof cause.statusCode === 'number'
    ? cause.statusCode
    : 500;
}

function refusalOf(cause: unknown): AppError {
  const code = cause instanceof AppError ? undefined : BY_STATUS[statusOf(cause)];
  return code ? new AppError(code, { cause }) : toAppError(cause);
}

/** Seconds in `Retry-After` of a 503 whose cause names none. */
const SHORT_WAIT = 5;

const waitAfter = ({ retryAfter, status }: AppError): number | undefined =>
  retryAfter ?? (status === 503 ? SHORT_WAIT : undefined);

/** The body of an answer that is not 2xx. A 5xx shows only the general message of its code. */
export function errorBody(error: AppError, requestId: string): ErrorBody {
  return {
    success: false,
    code: error.code,
    // The cause of a 5xx is in the log, under the same request id.
    message: error.status >= 500 ? ERRORS[error.code].message : error.message,
    ...(error.params && { params: error.params }),
    ...(error.errors && { errors: error.errors }),
    ...(error.current !== undefined && { current: error.current }),
    requestId,
  };
}

/** The parts of a Fastify request and reply that the filter uses. */
interface Request {
  id: string;
  method: string;
  routeOptions: { url?: string };
}

interface Reply {
  header: (name: string, value: string) => unknown;
  status: (code: number) => { send: (body: ErrorBody) => unknown };
}

/** Translates what an HTTP handler threw to a status and a body. A 5xx is logged. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(@Inject(LOGGER) private readonly log: Log) {}

  catch(cause: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<Request>();
    const reply = host.switchToHttp().getResponse<Reply>();
    const error = refusalOf(cause);
    if (error.status >= 500)
      this.log.error({ err: cause, method: request.method, route: request.routeOptions.url }, 'request failed');
    const wait = waitAfter(error);
    if (wait !== undefined) reply.header('retry-after', String(Math.ceil(wait)));
    reply.status(error.status).send(errorBody(error, request.id));
  }
}
