import type { LoggerService } from '@nestjs/common';
import { type Logger, destination, pino, stdSerializers } from 'pino';
import { requestContext } from './request-context.js';
import { traceIdOf } from './tracing.js';

/** Fields that must never reach a log, wherever they stand in an object. */
const SECRET_PATHS = ['password', 'newPassword', 'currentPassword', 'confirmPassword', 'token', 'refreshToken', 'authorization', 'content', 'email'];

/** A failed statement carries the values it ran with, and PostgreSQL quotes rows in its details: what people wrote. */
const VALUES_IN_ERRORS = ['parameters', 'driverError', 'detail', 'where', 'internalQuery'];

/** What failed and where, without what it was about. */
function describeError(cause: unknown): unknown {
  if (!(cause instanceof Error)) return cause;
  const described = stdSerializers.err(cause);
  for (const name of VALUES_IN_ERRORS) delete described[name];
  return described;
}

/**
 * JSON lines on stdout: level, time, service, request and trace id, message, cause. Written synchronously, so that the last
 * words of a dying process are not lost.
 */
export function createLogger(service: string, level: string): Logger {
  return pino(
    {
      level,
      base: { service, pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: describeError },
      redact: { paths: SECRET_PATHS.flatMap((name) => [name, `*.${name}`]), censor: '[redacted]' },
      mixin: () => {
        const { requestId, trace } = requestContext.current();
        return { ...(requestId !== '' && { requestId }), ...(trace !== undefined && { traceId: traceIdOf(trace) }) };
      },
    },
    destination({ sync: true }),
  );
}

/** Lets Nest speak through the same log; its chatty start-up lines are debug. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, ...rest: unknown[]): void {
    this.write('debug', message, rest);
  }

  error(message: unknown, ...rest: unknown[]): void {
    this.write('error', message, rest);
  }

  warn(message: unknown, ...rest: unknown[]): void {
    this.write('warn', message, rest);
  }

  debug(message: unknown, ...rest: unknown[]): void {
    this.write('debug', message, rest);
  }

  verbose(message: unknown, ...rest: unknown[]): void {
    this.write('trace', message, rest);
  }

  private write(level: 'trace' | 'debug' | 'warn' | 'error', message: unknown, rest: unknown[]): void {
    const cause = message instanceof Error ? { err: message } : {};
    this.logger[level]({ ...cause, context: rest.at(-1) }, message instanceof Error ? message.message : String(message));
  }
}
