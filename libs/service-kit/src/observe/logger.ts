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

/**
 * The fields of an error that a log line gets. Libraries attach their input to errors: a statement's parameters, rows in
 * PostgreSQL's details, the password in a command that Redis refused.
 */
const ERROR_FIELDS = [
  ...['type', 'message', 'stack', 'code', 'status'],
  ...['errno', 'syscall', 'address', 'port'],
  ...['query', 'severity', 'schema', 'table', 'column', 'constraint', 'routine'],
];

/** Describes an error, and what it is caused by, without user content and secrets. */
export function describeError(cause: unknown): unknown {
  if (!(cause instanceof Error)) return cause;
  const described = stdSerializers.err(cause);
  const parts = cause instanceof AggregateError ? { aggregateErrors: cause.errors.map(describeError) } : {};
  return { ...Object.fromEntries(ERROR_FIELDS.map((name) => [name, described[name]])), ...parts };
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
