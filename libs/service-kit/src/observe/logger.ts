import type { LoggerService } from '@nestjs/common';
import { type Logger, destination, pino, stdSerializers } from 'pino';
import { requestContext } from './request-context.js';
import { traceIdOf } from './tracing.js';

/** Fields that must never reach a log: replaced at the top and one level below. */
const SECRET_PATHS = [
  'password',
  'newPassword',
  'currentPassword',
  'confirmPassword',
  'token',
  'refreshToken',
  'authorization',
  'content',
  'email',
];

/** Error fields that may quote user content: statement parameters, and rows in PostgreSQL's details. */
const VALUES_IN_ERRORS = ['parameters', 'driverError', 'detail', 'where', 'internalQuery'];

/** Serialises an error without user content. */
function describeError(cause: unknown): unknown {
  if (!(cause instanceof Error)) return cause;
  const described = stdSerializers.err(cause);
  for (const name of VALUES_IN_ERRORS) delete described[name];
  return described;
}

/**
 * Creates a logger that writes JSON lines to stdout: level, time, service, request and trace id, message, cause. It writes
 * synchronously, so that a crashing process loses no line.
 * @param level pino's level, or `silent`
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

/** Writes Nest's own messages to the process's log; its start-up messages become `debug`. */
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
    this.logger[level](
      { ...cause, context: rest.at(-1) },
      message instanceof Error ? message.message : String(message),
    );
  }
}
