import type { MessageView } from '@duet/contracts';
import { OPEN_END, emptyConversation, fold } from '@duet/contracts/plain';
import { CHAT, aMessage, partner } from '../../../test/chat-server.js';
import { indexFrom, placesOf } from './places.js';

const conversation = (messages: MessageView[]) =>
  fold(emptyConversation(CHAT), { kind: 'page', page: { chatId: CHAT, messages, markers: [], settings: { disappearAfter: null, rev: 0 }, asOf: messages.length, hasMore: false, unread: 0 } });

describe('the places of a list', () => {
  it('are the messages of a stretch, over the borders of chunks', () => {
    const held = conversation(Array.from({ length: 300 }, (_, index) => aMessage(index + 1, partner)));
    const { seqs } = placesOf(held, { from: 100, to: 260 }, 0);
    expect(seqs).toEqual(Array.from({ length: 161 }, (_, index) => index + 100));
    expect(placesOf(held, { from: 1, to: OPEN_END }, 0).seqs).toHaveLength(300);
  });

  it('lose what has expired, and know when the next one does', () => {
    const at = (time: number) => ({ expiresAt: new Date(time).toISOString() });
    const held = conversation([aMessage(1, partner, at(1_000)), aMessage(2, partner), aMessage(3, partner, at(2_000))]);
    const island = { from: 1, to: OPEN_END };
    expect(placesOf(held, island, 0)).toEqual({ seqs: [1, 2, 3], until: 1_000 });
    expect(placesOf(held, island, 1_000)).toEqual({ seqs: [2, 3], until: 2_000 });
    expect(placesOf(held, island, 2_000)).toEqual({ seqs: [2], until: Number.POSITIVE_INFINITY });
  });

  it('are found by seq, also where one is missing', () => {
    expect([1, 4, 5, 9].map((seq) => indexFrom([2, 4, 8], seq))).toEqual([0, 1, 2, 3]);
  });
});
