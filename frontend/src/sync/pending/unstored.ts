import { type ErrorCode, PASSING_ERRORS } from '@duet/contracts/plain';
import * as v from 'valibot';
import { failureOf } from '../../api/errors.js';
import { errorCode } from '../../schemas/error-code.js';
import { DEFAULT_WAIT, type Unstored } from './delivery.js';

/**
 * The outcome of a refused call. An error that passes says nothing about the sent row: its outcome is unknown. Rows of a part that
 * is switched off wait until it is on again.
 */
export function unstoredOf(code: ErrorCode, retryAfter: number | undefined): Unstored {
  if (code === 'RATE_LIMITED') return { kind: 'later', seconds: retryAfter ?? DEFAULT_WAIT, reason: 'limited' };
  return Object.hasOwn(PASSING_ERRORS, code) || code === 'PART_HIDDEN'
    ? { kind: 'unknown' }
    : { kind: 'refused', code };
}

/** The same for a failed call over HTTP, whose answer may come from a proxy. */
export function unstoredByError(error: unknown): Unstored {
  const { status, code } = failureOf(error);
  if (v.is(errorCode, code)) return unstoredOf(code, undefined);
  const isRefused = status !== null && status >= 400 && status < 500 && ![401, 408, 429].includes(status);
  return isRefused ? { kind: 'refused', code: 'BAD_REQUEST' } : { kind: 'unknown' };
}
