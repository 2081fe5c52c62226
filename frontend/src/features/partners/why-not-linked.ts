import { ERRORS, TEXTS, isErrorCode } from '@duet/contracts/plain';
import { failureOf } from '../../api/errors.js';
import { said } from '../../texts/index.js';

/** Names a missing user or code; the general text would be 'Resource not found'. */
export function whyNotLinked(error: unknown): string {
  const { code, status, messages } = failureOf(error, TEXTS.fallback.linkPartner);
  return status === 404 && code !== 'NOT_FOUND' && isErrorCode(code) ? said(ERRORS[code].message) : messages.join(' ');
}
