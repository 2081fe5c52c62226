import { AppError } from './app-error.js';

/** Seconds after which a full disk or a process without free descriptors may have recovered. */
const RECOVERY = 15;

/** Messages of strerror(3). EIO and ENOMEM are missing, because tools also report damaged or oversized input with them. */
const EXHAUSTED = ['No space left on device', 'Disk quota exceeded', 'Too many open files', 'Read-only file system'];

interface SystemFailure {
  code: string;
  syscall: string;
}

/** Recognises Node's system errors by their fields: errors of another realm fail `instanceof`. */
const isSystemFailure = (cause: unknown): cause is SystemFailure =>
  typeof cause === 'object' &&
  cause !== null &&
  'code' in cause &&
  'syscall' in cause &&
  typeof cause.code === 'string' &&
  typeof cause.syscall === 'string';

/** Translates a failed system call (ENOSPC, EMFILE, EIO …) to UNAVAILABLE. @returns null for any other cause */
export const fromSystem = (cause: unknown): AppError | null =>
  isSystemFailure(cause) ? new AppError('UNAVAILABLE', { retryAfter: RECOVERY, cause }) : null;

/** Translates a tool's output that names a full disk, a quota or missing descriptors to UNAVAILABLE. @returns null for any other output */
export const fromToolOutput = (output: string): AppError | null =>
  EXHAUSTED.some((text) => output.includes(text))
    ? new AppError('UNAVAILABLE', { retryAfter: RECOVERY, cause: new Error(output.slice(0, 500)) })
    : null;
