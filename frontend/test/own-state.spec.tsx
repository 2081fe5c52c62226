import type { OwnChange } from '@duet/contracts';
import { markerOf } from '@duet/contracts/plain';
import { act, screen, waitFor } from '@testing-library/react';
import { HttpResponse, http as route } from 'msw';
import { CHAT, aMessage, me, partner } from './chat-server.js';
import { useConversationPage } from './conversations.js';

const page = useConversationPage();

afterEach(() => jest.restoreAllMocks());

const looks = (isThere: boolean): void => void jest.spyOn(document, 'hasFocus').mockReturnValue(isThere);
const emitted = (event: string): unknown[] =>
  page.wire.emitted.filter((one) => one.event === event).map(({ data }) => data);
const moved = (ownRev: number, upTo: number): OwnChange => ({
  kind: 'marker',
  ownRev,
  marker: { userId: me._id, upTo, deliveredUpTo: upTo, rev: 0, ownRev, readAt: new Date().toISOString() },
});

async function open(
  own: OwnChange[] | null,
): Promise<() => { read: number; own: { upTo: number | null; seen: number } }> {
  page.server.messages = [1, 2, 3].map((seq) => aMessage(seq, partner));
  page.server.own = own;
  looks(false);
  const store = page.open();
  await screen.findByRole('log');
  return () => {
    const { conversation } = store.getState().live;
    if (!conversation) throw new TypeError('no conversation is open');
    return {
      read: markerOf(conversation, me._id)?.upTo ?? 0,
      own: { upTo: conversation.own.upTo, seen: conversation.own.seen },
    };
  };
}

describe('a message that another own device read with receipts off', () => {
  it('becomes read here without being reported again', async () => {
    const now = await open([moved(1, 1)]);
    let counted = 0;
    page.http.use(
      route.get('*/api/messages/unread-count', () =>
        HttpResponse.json({ success: true, data: { count: (counted += 1) } }),
      ),
    );
    act(() => page.wire.deliver('own_updated', { chatId: CHAT, ownRev: 2, change: moved(2, 3) }));
    expect(now()).toMatchObject({ read: 3, own: { upTo: 2 } });
    await waitFor(() => expect(counted).toBeGreaterThan(0));
    looks(true);
    act(() => void window.dispatchEvent(new Event('focus')));
    act(() => page.wire.deliver('own_updated', { chatId: CHAT, ownRev: 1, change: moved(1, 1) }));
    expect(now().read).toBe(3);
    expect(emitted('message_read')).toEqual([]);
  });

  it('is caught up when an own change is missing or a hint names a later one', async () => {
    const now = await open([moved(1, 1)]);
    page.server.own = [moved(1, 1), moved(2, 2), moved(3, 3)];
    act(() => page.wire.deliver('own_updated', { chatId: CHAT, ownRev: 3, change: moved(3, 3) }));
    await waitFor(() => expect(now()).toEqual({ read: 3, own: { upTo: 3, seen: 3 } }));
    page.server.messages.push(aMessage(4, partner));
    page.server.own.push(moved(4, 4));
    act(() => page.wire.deliver('sync_hint', { chatId: CHAT, rev: 3, ownRev: 4 }));
    await waitFor(() => expect(now()).toEqual({ read: 4, own: { upTo: 4, seen: 4 } }));
    expect(page.server.ownSyncs.at(-1)).toBe('3');
  });

  it('is taken from `messages_read` with a server of the previous build', async () => {
    const now = await open(null);
    const { ownRev: _, ...marker } = moved(0, 2).marker;
    act(() =>
      page.wire.deliver('messages_read', { chatId: CHAT, readBy: me._id, rev: 4, marker: { ...marker, rev: 4 } }),
    );
    expect(now()).toEqual({ read: 2, own: { upTo: null, seen: 0 } });
    act(() => page.wire.deliver('sync_hint', { chatId: CHAT, rev: 9 }));
    await waitFor(() => expect(page.server.syncs.length).toBeGreaterThan(0));
    expect(page.server.ownSyncs.every((ownAfter) => ownAfter === null)).toBe(true);
  });
});
