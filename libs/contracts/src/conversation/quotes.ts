import { LIMITS } from '../core/limits.js';
import type { MessageView, QuoteView } from './views.js';

type Quotable = Pick<
  MessageView,
  '_id' | 'seq' | 'rev' | 'sender' | 'content' | 'messageType' | 'sticker' | 'deletedAt'
>;

/** Cuts a text to a number of code points. */
export const shortened = (content: string): string =>
  [...content.slice(0, LIMITS.quoteLength * 2)].slice(0, LIMITS.quoteLength).join('');

/** The quote of a message in a reply. */
export const quoteOf = ({ _id, seq, rev, sender, content, messageType, sticker, deletedAt }: Quotable): QuoteView => ({
  _id,
  seq,
  rev,
  sender,
  content: shortened(content),
  messageType,
  sticker,
  deletedAt,
});
