import { ERRORS, type ErrorCode, TEXTS, isErrorCode } from '@duet/contracts/plain';
import { said } from './index.js';

/** The sentence of a code in the page's language; a general one for a code that only a newer build knows. */
export const errorSentence = (code: ErrorCode): string =>
  said(isErrorCode(code) ? ERRORS[code].message : TEXTS.unexpectedError);
