import type { MessageView, QuoteView } from './views.js';

/** Earlier than every message: each client treats a message that was deleted or has expired at this instant as gone. */
const LONG_AGO = '1970-01-01T00:00:00.000Z';

/** A message as the person sees it who deleted it for themselves: a tombstone that is not shown. Its place and rev stay. */
export const hiddenView = (message: MessageView): MessageView => ({
  ...message,
  content: '',
  sticker: null,
  card: null,
  attachments: [],
  replyTo: null,
  reactions: [],
  voiceStatus: null,
  editedAt: null,
  deletedAt: LONG_AGO,
  pinnedAt: null,
  expiresAt: LONG_AGO,
  notice: null,
  preview: null,
});

/** The quote of such a message, in a reply that the person still sees. */
export const hiddenQuote = (quote: QuoteView): QuoteView => ({
  ...quote,
  content: '',
  sticker: null,
  deletedAt: LONG_AGO,
});
