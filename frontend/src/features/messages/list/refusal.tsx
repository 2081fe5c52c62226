import { type ErrorCode, TEXTS } from '@duet/contracts/plain';
import { type PlainTextKey, said, t } from '../../../texts/index.js';
import { late } from '../../../ui/late.js';

const OWN_WORDS: Partial<Record<ErrorCode, PlainTextKey>> = {
  NO_PARTNER: 'messages.notSentYouAreNoLonger',
  CONVERSATION_NOT_FOUND: 'messages.notSentItWasWrittenFor',
  MESSAGE_NOT_FOUND: 'messages.notSentTheMessageItAnswers',
  UNAVAILABLE: 'messages.notSentTheConnectionWasLost',
};

const unsaid = (): string => t('messages.notSentSentence');

/** The sentences of all codes load late. */
const OtherRefusal = late(async () => (await import('./other-refusal.js')).OtherRefusal, unsaid);

/** A short sentence, for the line below the bubble, about why the server refused a message. */
export function Refusal({ code }: { code: ErrorCode | null }) {
  if (code === null) return unsaid();
  if (code === 'VALIDATION_FAILED') return said(TEXTS.contentTooLong);
  const own = OWN_WORDS[code];
  return own ? t(own) : <OtherRefusal code={code} />;
}
