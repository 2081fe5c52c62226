import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http as route } from 'msw';
import { CoupleConversation } from '../src/app/couple-conversation.js';
import { makeStore } from '../src/app/store.js';
import { conversationPage } from '../src/sync/live-calls.js';
import { createReading } from '../src/sync/live-reading.js';
import { live } from '../src/sync/live-state.js';
import { CHAT, aMessage, me, partner } from './chat-server.js';
import { bubbles } from './conversations.js';
import { FakeWire, stored } from './fake-wire.js';
import { screenOf } from './layout.js';
import { findLog, looks, useReadingPage } from './reading-page.js';

const { page, prefers } = useReadingPage();

const emitted = (event: string): unknown[] =>
  page.wire.emitted.filter((one) => one.event === event).map(({ data }) => data);

const marker = (userId: string, upTo: number, rev: number, deliveredUpTo = upTo) => ({
  userId,
  upTo,
  deliveredUpTo,
  rev,
  readAt: new Date().toISOString(),
});

describe('the message list', () => {
  it('opens at the first unread message, even far back, with a line above it', async () => {
    page.server.messages = Array.from({ length: 220 }, (_, index) => aMessage(index + 1, index % 2 ? me : partner));
    page.server.markers = [marker(me._id, 80, 0)];
    looks(false);
    const store = page.open();
    await findLog();
    expect(store.getState().live).toMatchObject({ unreadFrom: 81, place: { seq: 81 } });
    expect(page.server.pages).toContain('limit=100&around=81');
    const first = within(screen.getByRole('log')).getAllByText('New');
    expect(first).toHaveLength(1);
  });

  it('jumps to a search hit without loading the pages between, and loads on in both directions', async () => {
    page.server.messages = Array.from({ length: 260 }, (_, index) => aMessage(index + 1, index % 2 ? me : partner));
    page.server.markers = [marker(me._id, 260, 0)];
    const store = page.open('/?seq=60');
    await findLog();
    await waitFor(() => expect(store.getState().live.place.seq).toBe(60));
    const [first, second] = page.server.pages;
    // No page between the end and the hit was requested.
    expect([first, second]).toEqual(['limit=50', expect.stringMatching(/around=60|before=211/)]);
    await waitFor(() => expect(bubbles()).toEqual(page.server.messages.map(({ content }) => content)));
    expect(store.getState().live.conversation?.ranges).toHaveLength(1);
  });

  it('shows that a message could not be loaded and retries on request', async () => {
    page.server.messages = Array.from({ length: 160 }, (_, index) => aMessage(index + 1, index < 10 ? partner : me));
    let isDown = true;
    page.http.use(
      route.get('*/api/messages/conversation', ({ request }) =>
        isDown && request.url.includes('around') ? HttpResponse.error() : undefined,
      ),
    );
    page.open('/?seq=5');
    expect(await screen.findByText('The message could not be loaded.')).toBeVisible();
    isDown = false;
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(bubbles()).toContain('message 5'));
  });

  it('reports delivery once per burst, and not at all with receipts off', async () => {
    looks(false);
    page.open();
    await findLog();
    act(() => [1, 2, 3].forEach((seq) => page.wire.deliver('new_message', aMessage(seq, partner))));
    await waitFor(() => expect(emitted('message_delivered')).toEqual([{ chatId: CHAT, upTo: 3 }]));
    expect(emitted('message_read')).toEqual([]);
    cleanup();
    let counted = 0;
    page.http.use(
      route.get('*/api/messages/unread-count', () =>
        HttpResponse.json({ success: true, data: { count: (counted += 1) } }),
      ),
    );
    prefers({ privacy: { readReceipts: false } });
    page.wire = new FakeWire(me._id);
    page.server.messages = [aMessage(1, me)];
    page.server.markers = [marker(partner._id, 1, 0)];
    page.open();
    const list = await findLog();
    await waitFor(() => expect(within(list).getByRole('img', { name: 'Sent' })).toBeVisible());
    const before = counted;
    act(() => page.wire.deliver('new_message', aMessage(2, partner)));
    await waitFor(() => expect(bubbles()).toHaveLength(2));
    // When the count in the title is requested again, the batched receipts have been sent.
    await waitFor(() => expect(counted).toBeGreaterThan(before));
    expect(emitted('message_delivered')).toEqual([]);
  });

  it('shows an own text as sent, delivered and read', async () => {
    page.server.messages = [aMessage(1, me)];
    page.open();
    const list = await findLog();
    expect(within(list).getByRole('img', { name: 'Sent' })).toBeVisible();
    act(() =>
      page.wire.deliver('messages_read', {
        chatId: CHAT,
        readBy: partner._id,
        rev: 2,
        marker: marker(partner._id, 0, 2, 1),
      }),
    );
    expect(within(list).getByRole('img', { name: 'Delivered' })).toBeVisible();
    act(() =>
      page.wire.deliver('messages_read', {
        chatId: CHAT,
        readBy: partner._id,
        rev: 3,
        marker: marker(partner._id, 1, 3),
      }),
    );
    expect(within(list).getByRole('img', { name: 'Read' })).toBeVisible();
  });

  it('removes expired messages and shows system messages without a bubble', async () => {
    const [realNow, hour] = [Date.now.bind(Date), 3_600_000];
    let ahead = 0;
    jest.spyOn(Date, 'now').mockImplementation(() => realNow() + ahead);
    const inAnHour = new Date(realNow() + hour).toISOString();
    page.server.messages = [
      aMessage(1, partner, { messageType: 'notice', content: '', notice: { kind: 'disappearing', seconds: 86_400 } }),
      aMessage(2, partner, { expiresAt: inAnHour }),
      aMessage(3, me, { expiresAt: new Date(Date.now() - 1_000).toISOString() }),
    ];
    page.open();
    await findLog();
    expect(bubbles()).toEqual(['Bob turned on disappearing messages: 1 day', 'message 2']);
    // The arrival makes the list look at the clock again, which is half a second before the expiry.
    ahead = hour - 500;
    act(() => page.wire.deliver('new_message', aMessage(4, partner)));
    await waitFor(() => expect(bubbles()).toEqual(['Bob turned on disappearing messages: 1 day', 'message 4']));
  });

  it('retries all failed messages in order', async () => {
    page.wire.answerSend = async () => ({ ok: false, failure: { code: 'MESSAGE_NOT_FOUND' } });
    page.open();
    await findLog();
    const field = screen.getByLabelText('Message Bob', { selector: 'textarea' });
    await userEvent.type(field, 'one{Enter}');
    await userEvent.type(field, 'two{Enter}');
    expect(await screen.findByText('2 messages were not sent.')).toBeVisible();
    page.wire.answerSend = async (send) => stored(page.server.store(send));
    await userEvent.click(screen.getByRole('button', { name: 'Retry all' }));
    await waitFor(() => expect(page.server.messages.map(({ content }) => content)).toEqual(['one', 'two']));
    expect(screen.queryByText('2 messages were not sent.')).not.toBeInTheDocument();
  });

  it('moves between messages by keyboard', async () => {
    page.server.messages = [aMessage(1, partner), aMessage(2, me), aMessage(3, partner)];
    page.open();
    const list = await findLog();
    list.focus();
    const stands = (): string | null | undefined => document.activeElement?.querySelector('p')?.textContent;
    fireEvent.keyDown(list, { key: 'Home' });
    await waitFor(() => expect(stands()).toBe('message 1'));
    fireEvent.keyDown(document.activeElement ?? list, { key: 'ArrowDown' });
    await waitFor(() => expect(stands()).toBe('message 2'));
    fireEvent.keyDown(document.activeElement ?? list, { key: 'End' });
    await waitFor(() => expect(stands()).toBe('message 3'));
    fireEvent.keyDown(document.activeElement ?? list, { key: 'ArrowUp' });
    await waitFor(() => expect(stands()).toBe('message 2'));
  });

  it('announces new messages of the partner, but not the history', async () => {
    page.server.messages = [aMessage(1, partner)];
    page.open();
    const list = await findLog();
    expect(list).toHaveAttribute('aria-live', 'off');
    act(() => page.wire.deliver('new_message', aMessage(2, partner)));
    expect(await screen.findByText('Bob: message 2')).toBeInTheDocument();
    expect(screen.queryByText('Bob: message 1')).not.toBeInTheDocument();
  });
});

describe('a jump', () => {
  /** A conversation of 260 messages, of which the newest page is loaded. */
  async function openAtEnd() {
    page.server.messages = Array.from({ length: 260 }, (_, index) => aMessage(index + 1, index % 2 ? me : partner));
    page.server.markers = [marker(me._id, 260, 0)];
    const store = makeStore();
    store.dispatch(live.opened(CHAT));
    const { data } = await store.dispatch(conversationPage.initiate({}));
    if (data) store.dispatch(live.arrived({ kind: 'page', page: data }));
    return { store, reading: createReading(store, () => undefined) };
  }

  it.each<[string, (reading: ReturnType<typeof createReading>) => void, number | null]>([
    ['a loaded message', (reading) => void reading.goTo(259), 259],
    ['a message that is not loaded', (reading) => void reading.goTo(150), 150],
    ['the end', (reading) => reading.toLatest(), null],
  ])('to %s stays there when the answer to an earlier jump comes later', async (_where, jump, seq) => {
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => void (release = resolve));
    page.http.use(
      route.get('*/api/messages/conversation', async ({ request }) => {
        if (request.url.includes('around=60')) await released;
      }),
    );
    const { store, reading } = await openAtEnd();
    const earlier = reading.goTo(60);
    jump(reading);
    const isAtTarget = { place: { seq, turn: 2 }, finding: 'idle' };
    await waitFor(() => expect(store.getState().live).toMatchObject(isAtTarget));
    release();
    await earlier;
    expect(store.getState().live).toMatchObject(isAtTarget);
  });

  it('stays at its target when the search for the first unread message ends later', async () => {
    const { store, reading } = await openAtEnd();
    await Promise.all([reading.begin(me._id), reading.goTo(259)]);
    expect(store.getState().live.place.seq).toBe(259);
  });
});

describe('a message below the fold', () => {
  /** The messages outside the viewport. */
  let hidden: ReadonlySet<number>;

  const scrollTo = (...out: number[]): void => {
    hidden = new Set(out);
    act(() => screenOf.changed());
  };

  beforeEach(() => {
    scrollTo();
    looks(true);
    screenOf.shows = (element) => ({
      visible: hidden.has(Number(element.querySelector('[data-seq]')?.getAttribute('data-seq') ?? 0)) ? 1 : 40,
      height: 40,
    });
  });

  const opened = async (path?: string): Promise<void> => {
    page.open(path);
    await findLog();
  };

  it('stays unread and is counted until it becomes visible', async () => {
    page.server.messages = [1, 2, 3].map((seq) => aMessage(seq, partner));
    scrollTo(2, 3, 4);
    await opened();
    await waitFor(() => expect(emitted('message_read')).toEqual([{ chatId: CHAT, upTo: 1 }]));
    act(() => page.wire.deliver('new_message', aMessage(4, partner)));
    await waitFor(() => expect(bubbles()).toHaveLength(4));
    expect(screen.queryByText('New message from Bob')).not.toBeInTheDocument();
    scrollTo(4);
    await waitFor(() => expect(emitted('message_read')).toContainEqual({ chatId: CHAT, upTo: 3 }));
    expect(emitted('message_read')).not.toContainEqual({ chatId: CHAT, upTo: 4 });
    scrollTo();
    await waitFor(() => expect(emitted('message_read')).toContainEqual({ chatId: CHAT, upTo: 4 }));
  });

  it('causes a toast beside an embedded chat, unlike a visible one', async () => {
    page.element = <CoupleConversation isEmbedded />;
    await opened();
    act(() => page.wire.deliver('new_message', aMessage(1, partner)));
    await waitFor(() => expect(emitted('message_read')).toEqual([{ chatId: CHAT, upTo: 1 }]));
    expect(screen.queryByText('New message from Bob')).not.toBeInTheDocument();
    scrollTo(2);
    act(() => page.wire.deliver('new_message', aMessage(2, partner)));
    expect(await screen.findByText('New message from Bob')).toBeVisible();
    expect(emitted('message_read')).toEqual([{ chatId: CHAT, upTo: 1 }]);
  });
});
