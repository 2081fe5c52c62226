import { AppError } from './app-error.js';
import { fromSystem } from './system-errors.js';

/** PostgreSQL's error codes for time-outs, lock conflicts and deadlocks. The transaction was rolled back. */
const BUSY = new Set(['57014', '55P03', '40001', '40P01']);
const LOST = new Set([
  '57P01',
  '57P02',
  '57P03',
  '53300',
  // A wrong password: while one is changed, the server knows the new one some seconds later.
  '28P01',
  // No space on the disk, no memory, and a failed read or write of a file.
  '53100',
  '53200',
  '58030',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  // A name server that did not answer: Docker's, for a container that restarts.
  'EAI_AGAIN',
  'ETIMEDOUT',
]);

const codeOf = (cause: Error): string => ('code' in cause ? String(cause.code) : '');

/** Returns whether the database was not reached, or lacks the resources to work. An immediate retry would fail too. */
export function databaseIsLost(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false;
  return (
    LOST.has(codeOf(cause)) ||
    /timeout exceeded when trying to connect|timeout expired|Query read timeout|Connection terminated|not queryable/.test(
      cause.message,
    )
  );
}

/**
 * Returns whether PostgreSQL cancelled a statement because of a lock or a time-out. Other statements may still work.
 */
export function databaseIsBusy(cause: unknown): boolean {
  return cause instanceof Error && BUSY.has(codeOf(cause));
}

/** Translates a temporary database failure to UNAVAILABLE. @returns null for any other cause */
export function fromDatabase(cause: unknown): AppError | null {
  return databaseIsBusy(cause) || databaseIsLost(cause) ? new AppError('UNAVAILABLE', { cause }) : null;
}

/** Translates any failure; unknown ones become INTERNAL. */
export function toAppError(cause: unknown): AppError {
  if (cause instanceof AppError) return cause;
  return fromDatabase(cause) ?? fromSystem(cause) ?? new AppError('INTERNAL', { cause });
}
