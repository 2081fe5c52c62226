import type { ConversationPage, OwnSnapshot } from '@duet/contracts';
import { type ClientConversation, type OwnState, isGone, liveRange, messageAt, newestSeq } from '@duet/contracts/plain';

/** How many of the newest messages a device keeps. */
const KEPT_MESSAGES = 200;

/** The person's own state, as a page would have brought it. */
const keptOwn = ({ marker, unread, marks, hidden }: OwnState, asOf: number): OwnSnapshot => ({
  changes: marker ? [marker] : [],
  marks: [
    ...(unread ? [{ kind: 'unread', ownRev: unread.ownRev, unread } as const] : []),
    ...Object.values(marks).map((mark) => ({ kind: 'message', ownRev: mark.ownRev, mark }) as const),
  ],
  hidden: Object.keys(hidden).map(Number),
  asOf,
});

/** The end of a conversation, as a page of the server would have brought it; null before the first page. */
export function keptPage(conversation: ClientConversation, now: number): ConversationPage | null {
  const range = liveRange(conversation);
  if (!range || conversation.since === null) return null;
  const { chatId, upTo, own, markers, settings } = conversation;
  const newest = newestSeq(conversation);
  const messages = [];
  for (let seq = Math.max(range.from, newest - KEPT_MESSAGES + 1); seq <= newest; seq += 1) {
    const message = messageAt(conversation, seq);
    if (message && !isGone(message, now)) messages.push(message);
  }
  return {
    chatId,
    messages,
    markers: Object.values(markers),
    settings,
    asOf: upTo,
    hasMore: (messages[0]?.seq ?? newest + 1) > 1,
    unread: 0,
    ...(own.upTo !== null && { own: keptOwn(own, own.upTo) }),
  };
}

/**
 * A kept page without what has disappeared since. Null if nothing is left of it: an empty page says that the conversation
 * has no earlier messages.
 */
export function withoutGone(page: ConversationPage, now: number): ConversationPage | null {
  const messages = page.messages.filter((message) => !isGone(message, now));
  if (messages.length === 0 && (page.hasMore || page.messages.length > 0)) return null;
  return messages.length === page.messages.length ? page : { ...page, messages };
}
