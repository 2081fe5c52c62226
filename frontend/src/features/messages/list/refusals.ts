import { ERRORS, type ErrorCode, TEXTS } from '@duet/contracts/plain';
import { type PlainTextKey, said, t } from '../../../texts/index.js';

const OWN_WORDS: Partial<Record<ErrorCode, PlainTextKey>> = {
  NO_PARTNER: 'messages.notSentYouAreNoLonger',
  CONVERSATION_NOT_FOUND: 'messages.notSentItWasWrittenFor',
  MESSAGE_NOT_FOUND: 'messages.notSentTheMessageItAnswers',
  UNAVAILABLE: 'messages.notSentTheConnectionWasLost',
};

/** A short sentence, for the line below the bubble, about why the server refused a message. */
export function refusalOf(code: ErrorCode | null): string {
  if (code === null) return t('messages.notSentSentence');
  if (code === 'VALIDATION_FAILED') return said(TEXTS.contentTooLong);
  const own = OWN_WORDS[code];
  return own ? t(own) : said(ERRORS[code].message);
}
