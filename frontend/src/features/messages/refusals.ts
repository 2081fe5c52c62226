import { ERRORS, type ErrorCode, TEXTS } from '@duet/contracts/plain';

const OWN_WORDS: Partial<Record<ErrorCode, string>> = {
  VALIDATION_FAILED: TEXTS.contentTooLong,
  NO_PARTNER: 'Not sent: you are no longer linked.',
  MESSAGE_NOT_FOUND: 'Not sent: the message it answers is gone.',
  UNAVAILABLE: 'Not sent: the connection was lost.',
};

/** Why the server would not take a message, in words that fit below the bubble. */
export const refusalOf = (code: ErrorCode | null): string => (code && (OWN_WORDS[code] ?? ERRORS[code].message)) ?? 'Not sent.';
