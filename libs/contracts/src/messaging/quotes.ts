import { LIMITS } from '../core/limits.js';
import type { MessageView, QuoteView } from './views.js';

type Quotable = Pick<MessageView, '_id' | 'seq' | 'rev' | 'sender' | 'content' | 'messageType' | 'deletedAt'>;

/** The start of a text, in code points: never half a character. */
export const shortened = (content: string): string => [...content.slice(0, LIMITS.quoteLength * 2)].slice(0, LIMITS.quoteLength).join('');

/** A message as a reply to it shows it. */
export const quoteOf = ({ _id, seq, rev, sender, content, messageType, deletedAt }: Quotable): QuoteView => ({
  _id,
  seq,
  rev,
  sender,
  content: shortened(content),
  messageType,
  deletedAt,
});
