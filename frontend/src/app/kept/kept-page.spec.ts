import type { ConversationPage, MessageView } from '@duet/contracts';
import { emptyConversation, fold } from '@duet/contracts/plain';
import { aMessage, partner } from '../../../test/chat-server.js';
import { keptPage, withoutGone } from './kept-page.js';

const AT = Date.parse('2026-06-01T12:00:00Z');
const HOUR = 3_600_000;
const expiring = (seq: number): MessageView => aMessage(seq, partner, { expiresAt: new Date(AT).toISOString() });

/** The page that a device keeps, at a time, of a conversation with these messages. */
const kept = (messages: MessageView[], now: number): ConversationPage | null => {
  const page = { chatId: 'c4a7', messages, markers: [], settings: { disappearAfter: null, rev: 0 }, unread: 0 };
  const incoming = { kind: 'page', page: { ...page, asOf: 9, hasMore: false } } as const;
  return keptPage(fold(emptyConversation('c4a7'), incoming), now);
};
const restored = (page: ConversationPage | null, now: number): number[] | null =>
  (page && withoutGone(page, now))?.messages.map(({ seq }) => seq) ?? null;

describe('a kept page', () => {
  it('is restored without what has disappeared since', () => {
    expect(restored(kept([aMessage(1, partner), expiring(2)], AT - HOUR), AT)).toEqual([1]);
  });

  it.each([
    ['since', AT - HOUR],
    ['before it was kept', AT],
  ])('is none when all of its messages have disappeared %s', (_when, keptAt) => {
    const page = kept([expiring(8), expiring(9)], keptAt);
    expect(page).not.toBeNull();
    expect(restored(page, AT)).toBeNull();
  });

  it('of a conversation without messages is empty', () => {
    expect(restored(kept([], AT), AT)).toEqual([]);
  });
});
