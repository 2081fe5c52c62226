import { ERRORS, TEXTS, isErrorCode } from '@duet/contracts/plain';
import { failureOf } from '../../api/errors.js';

/** A missing person or code is said as such; the general table would only say 'Resource not found'. */
export function whyNotLinked(error: unknown): string {
  const { code, status, messages } = failureOf(error, TEXTS.fallback.linkPartner);
  return status === 404 && code !== 'NOT_FOUND' && isErrorCode(code) ? ERRORS[code].message : messages.join(' ');
}
