import { AppError } from './app-error.js';

/** PostgreSQL's own words for "not now": time-outs, a restart, a full pool. Nothing is known to be done. */
const BUSY = new Set(['57014', '55P03', '40001', '40P01']);
const LOST = new Set(['57P01', '57P02', '57P03', '53300', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOTFOUND', 'ETIMEDOUT']);

const codeOf = (cause: Error): string => ('code' in cause ? String(cause.code) : '');

/** True when the connection to the database is gone or cannot be had: trying again at once is no use. */
export function databaseIsLost(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false;
  return LOST.has(codeOf(cause)) || /timeout exceeded when trying to connect|Connection terminated|not queryable/.test(cause.message);
}

/** True when PostgreSQL gave up waiting, for a lock or for itself. What did not need that lock may still work. */
export function databaseIsBusy(cause: unknown): boolean {
  return cause instanceof Error && BUSY.has(codeOf(cause));
}

/** UNAVAILABLE for what the database could not do now and a retry may; null for everything else. */
export function fromDatabase(cause: unknown): AppError | null {
  return databaseIsBusy(cause) || databaseIsLost(cause) ? new AppError('UNAVAILABLE', { cause }) : null;
}

/** Any failure as one of ours. */
export function toAppError(cause: unknown): AppError {
  if (cause instanceof AppError) return cause;
  return fromDatabase(cause) ?? new AppError('INTERNAL', { cause });
}
