import { ERRORS, type ErrorCode, isErrorCode } from '@duet/contracts/plain';
import { failureOf } from '../../api/errors.js';
import { DEFAULT_WAIT, type Unstored } from './delivery.js';

/**
 * The outcome of a refused call. A 5xx or a 401 says nothing about the sent row: its outcome is unknown. Rows of a part that
 * is switched off wait until it is on again.
 */
export function unstoredOf(code: ErrorCode, retryAfter: number | undefined): Unstored {
  const { status } = ERRORS[code];
  if (status === 429) return { kind: 'later', seconds: retryAfter ?? DEFAULT_WAIT, reason: 'limited' };
  return status >= 500 || status === 401 || code === 'PART_HIDDEN' ? { kind: 'unknown' } : { kind: 'refused', code };
}

/** The same for a failed call over HTTP, whose answer may come from a proxy. */
export function unstoredByError(error: unknown): Unstored {
  const { status, code } = failureOf(error);
  if (code !== null && isErrorCode(code)) return unstoredOf(code, undefined);
  const isRefused = status !== null && status >= 400 && status < 500 && ![401, 408, 429].includes(status);
  return isRefused ? { kind: 'refused', code: 'BAD_REQUEST' } : { kind: 'unknown' };
}
