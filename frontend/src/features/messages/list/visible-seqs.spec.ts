import type { MessageView } from '@duet/contracts';
import { OPEN_END, emptyConversation, fold } from '@duet/contracts/plain';
import { CHAT, aMessage, partner } from '../../../../test/chat-server.js';
import { indexOfSeq, visibleSeqsOf } from './visible-seqs.js';

const conversation = (messages: MessageView[]) =>
  fold(emptyConversation(CHAT), {
    kind: 'page',
    page: {
      chatId: CHAT,
      messages,
      markers: [],
      settings: { disappearAfter: null, rev: 0 },
      asOf: messages.length,
      hasMore: false,
      unread: 0,
    },
  });

describe('the visible seqs', () => {
  it('are those of a loaded range, across chunks', () => {
    const state = conversation(Array.from({ length: 300 }, (_, index) => aMessage(index + 1, partner)));
    const { seqs } = visibleSeqsOf(state, { from: 100, to: 260 }, 0);
    expect(seqs).toEqual(Array.from({ length: 161 }, (_, index) => index + 100));
    expect(visibleSeqsOf(state, { from: 1, to: OPEN_END }, 0).seqs).toHaveLength(300);
  });

  it('leave out expired messages, and state when the next one expires', () => {
    const at = (time: number) => ({ expiresAt: new Date(time).toISOString() });
    const state = conversation([
      aMessage(1, partner, at(1_000)),
      aMessage(2, partner),
      aMessage(3, partner, at(2_000)),
    ]);
    const range = { from: 1, to: OPEN_END };
    expect(visibleSeqsOf(state, range, 0)).toEqual({ seqs: [1, 2, 3], until: 1_000 });
    expect(visibleSeqsOf(state, range, 1_000)).toEqual({ seqs: [2, 3], until: 2_000 });
    expect(visibleSeqsOf(state, range, 2_000)).toEqual({ seqs: [2], until: Number.POSITIVE_INFINITY });
  });

  it('are found by seq, also if that seq is not visible', () => {
    expect([1, 4, 5, 9].map((seq) => indexOfSeq([2, 4, 8], seq))).toEqual([0, 1, 2, 3]);
  });
});
