import { ERRORS } from '@duet/contracts/plain';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { useEffect } from 'react';
import type { Line } from '../src/features/messages/lines.js';
import { type VisibleList, useConversation } from '../src/features/messages/use-conversation.js';
import { openPending } from '../src/sync/pending/pending-storage.js';
import { CHAT, aMessage, me, partner } from './chat-server.js';
import { bubbles, log, useConversationPage, write } from './conversations.js';
import { FakeWire, stored } from './fake-wire.js';

const page = useConversationPage();

const failure = (code: keyof typeof ERRORS) => () =>
  HttpResponse.json(
    { success: false, code, message: ERRORS[code].message, requestId: 'r' },
    { status: ERRORS[code].status },
  );

describe('the conversation', () => {
  it('shows a text at once, then as sent, then as read', async () => {
    let acknowledge = (): void => undefined;
    page.wire.answerSend = (send) =>
      new Promise((resolve) => void (acknowledge = () => resolve(stored(page.server.store(send)))));
    page.open();
    await screen.findByRole('log');
    await write('Good morning{Shift>}{Enter}{/Shift}you{Enter}');
    expect(bubbles()).toEqual(['Good morning\nyou']);
    expect(within(log()).getByRole('img', { name: 'Sending' })).toBeVisible();
    expect(screen.getByLabelText('Message Bob', { selector: 'textarea' })).toHaveValue('');
    await waitFor(() => expect(page.wire.sends()).toHaveLength(1));
    await act(async () => acknowledge());
    expect(await within(log()).findByRole('img', { name: 'Sent' })).toBeVisible();
    expect(bubbles()).toHaveLength(1);
    act(() =>
      page.wire.deliver('messages_read', {
        chatId: CHAT,
        readBy: partner._id,
        rev: 2,
        marker: { userId: partner._id, upTo: 1, deliveredUpTo: 1, rev: 2, readAt: new Date().toISOString() },
      }),
    );
    expect(within(log()).getByRole('img', { name: 'Read' })).toBeVisible();
    expect(page.server.posts).toEqual([]);
  });

  it('renders no other row for a new message or a read marker', async () => {
    page.server.messages = [aMessage(1, partner), aMessage(2, me)];
    let list: VisibleList | null = null;
    function Probe() {
      const { visibleList } = useConversation(CHAT, me._id);
      useEffect(() => void (list = visibleList), [visibleList]);
      return null;
    }
    page.element = <Probe />;
    page.open();
    const lineAt = (index: number): Line | undefined => list?.lineAt(index);
    await waitFor(() => expect(lineAt(1)?.state).toBe('sent'));
    const [first, second] = [lineAt(0), lineAt(1)];
    act(() => page.wire.deliver('new_message', aMessage(3, partner)));
    await waitFor(() => expect(lineAt(2)?.seq).toBe(3));
    expect(lineAt(0)).toBe(first);
    expect(lineAt(1)).toBe(second);
    act(() =>
      page.wire.deliver('messages_read', {
        chatId: CHAT,
        readBy: partner._id,
        rev: 4,
        marker: { userId: partner._id, upTo: 2, deliveredUpTo: 2, rev: 4, readAt: new Date().toISOString() },
      }),
    );
    await waitFor(() => expect(lineAt(1)?.state).toBe('read'));
    expect(lineAt(0)).toBe(first);
  });

  it('keeps events that arrive while the first page is loading', async () => {
    page.server.messages = [aMessage(1, partner)];
    let open = (): void => undefined;
    page.server.pageGate = new Promise((resolve) => void (open = resolve));
    page.open();
    await screen.findByRole('status', { name: 'Loading messages' });
    const second = aMessage(2, partner);
    act(() => page.wire.deliver('new_message', second));
    open();
    await screen.findByRole('log');
    await waitFor(() => expect(bubbles()).toEqual(['message 1', 'message 2']));
  });

  it.each([
    ['the next hint', () => page.wire.deliver('sync_hint', { chatId: CHAT, rev: 1 })],
    [
      'a reconnect',
      () => {
        page.wire.breakOff();
        page.wire.isReachable = true;
        page.wire.connect();
      },
    ],
  ])('that failed to load is loaded again at %s', async (_when, serverReturns) => {
    page.server.messages = [aMessage(1, partner)];
    page.http.use(http.get('*/api/messages/conversation', failure('UNAVAILABLE')));
    page.open();
    await screen.findByRole('heading', { name: 'The messages could not be loaded' });
    page.http.use(...page.server.handlers);
    act(serverReturns);
    await waitFor(() => expect(bubbles()).toEqual(['message 1']));
  });

  it('catches up when an event skips a rev or a hint announces a later one', async () => {
    page.server.messages = [aMessage(1, partner)];
    page.open();
    await screen.findByRole('log');
    const before = page.server.syncs.length;
    page.server.messages.push(aMessage(2, me), aMessage(3, partner));
    act(() => page.wire.deliver('new_message', aMessage(3, partner)));
    await waitFor(() => expect(bubbles()).toEqual(['message 1', 'message 2', 'message 3']));
    expect(page.server.syncs.slice(before)).toEqual([1]);
    page.server.messages.push(aMessage(4, partner));
    act(() => page.wire.deliver('sync_hint', { chatId: CHAT, rev: 4 }));
    await waitFor(() => expect(bubbles()).toHaveLength(4));
    act(() => page.wire.deliver('new_message', aMessage(2, me)));
    expect(bubbles()).toHaveLength(4);
  });

  it('does not catch up with the changes of another conversation', async () => {
    page.server.messages = [aMessage(1, partner)];
    page.open();
    await screen.findByRole('log');
    let asked = 0;
    const other = { chatId: 'later', changes: [], after: 1, upTo: 500, asOf: 900, hasMore: true };
    page.http.use(
      http.get('*/api/messages/sync', () => {
        asked += 1;
        return asked > 3 ? HttpResponse.error() : HttpResponse.json({ success: true, data: other });
      }),
    );
    act(() => page.wire.deliver('sync_hint', { chatId: CHAT, rev: 2 }));
    await waitFor(() => expect(asked).toBe(1));
    await write('meanwhile{Enter}');
    expect(asked).toBe(1);
  });

  it('retries a text with the same id over socket and HTTP until it is stored', async () => {
    page.server.answerPost = failure('UNAVAILABLE');
    page.open();
    await screen.findByRole('log');
    await write('stubborn{Enter}');
    await waitFor(() => expect(page.server.posts).toHaveLength(1));
    page.server.answerPost = (body) =>
      HttpResponse.json({ success: true, data: page.server.store(body) }, { status: 201 });
    await within(log()).findByRole('img', { name: 'Sent' });
    const ids = new Set([...page.wire.sends(), ...page.server.posts].map(({ clientMessageId }) => clientMessageId));
    expect(ids.size).toBe(1);
    expect(page.server.messages).toHaveLength(1);
    expect(bubbles()).toEqual(['stubborn']);
  });

  it('names its conversation with a text over socket and HTTP, and keeps one that another conversation must not get', async () => {
    page.server.answerPost = failure('CONVERSATION_NOT_FOUND');
    page.open();
    await screen.findByRole('log');
    await write('only for you{Enter}');
    expect(await screen.findByText('Not sent: it was written for another conversation.')).toBeVisible();
    expect([page.wire.sends(), page.server.posts]).toMatchObject([[{ chatId: CHAT }], [{ chatId: CHAT }]]);
    expect(bubbles()).toEqual(['only for you']);
    await waitFor(async () =>
      expect(await (await openPending()).of(me._id)).toMatchObject([
        { content: 'only for you', failure: 'CONVERSATION_NOT_FOUND' },
      ]),
    );
  });

  it('shows a refused text as not sent and retries on request', async () => {
    page.wire.answerSend = async () => ({ ok: false, failure: { code: 'MESSAGE_NOT_FOUND' } });
    page.open();
    await screen.findByRole('log');
    await write('a reply{Enter}');
    expect(await screen.findByText('Not sent: the message it answers is gone.')).toBeVisible();
    await write('the next one');
    page.wire.answerSend = async (send) => stored(page.server.store(send));
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await within(log()).findByRole('img', { name: 'Sent' });
    const [first, second] = page.wire.sends();
    expect(second).toEqual(first);
    const field = screen.getByLabelText('Message Bob', { selector: 'textarea' });
    expect(field).toHaveValue('the next one');
    await userEvent.clear(field);
  });

  it('sends texts that were written offline once and in order after a reload', async () => {
    page.wire.isReachable = false;
    page.server.answerPost = () => HttpResponse.error();
    page.open();
    await screen.findByRole('log');
    await write('one{Enter}');
    await write('two{Enter}');
    await waitFor(async () => expect(await (await openPending()).of(me._id)).toHaveLength(2));
    cleanup();
    page.wire = new FakeWire(me._id);
    page.wire.answerSend = async (send) => stored(page.server.store(send));
    page.open();
    await waitFor(() => expect(page.wire.sends().map(({ content }) => content)).toEqual(['one', 'two']));
    await waitFor(async () => expect(await (await openPending()).of(me._id)).toEqual([]));
    expect(page.server.messages.map(({ content }) => content)).toEqual(['one', 'two']);
    expect(bubbles()).toEqual(['one', 'two']);
  });

  it('loads older messages when they come near, without duplicates', async () => {
    page.server.messages = Array.from({ length: 70 }, (_, index) => aMessage(index + 1, index % 2 ? me : partner));
    page.server.markers = [{ userId: me._id, upTo: 70, deliveredUpTo: 70, rev: 0, readAt: new Date().toISOString() }];
    page.open();
    await screen.findByRole('log');
    await waitFor(() => expect(bubbles()).toEqual(page.server.messages.map(({ content }) => content)));
    expect(screen.queryByRole('button', { name: 'Load earlier messages' })).not.toBeInTheDocument();
    expect(page.server.pages.filter((search) => search.includes('before'))).toEqual(['limit=100&before=21']);
  });

  it('shows typing and presence and lets both expire', async () => {
    page.open();
    await screen.findByRole('log');
    act(() => page.wire.deliver('online_users', [partner._id]));
    expect(screen.getByText('Online')).toBeVisible();
    act(() => page.wire.deliver('user_typing', { chatId: CHAT, userId: partner._id, username: 'bob', isTyping: true }));
    expect(screen.getByText('Bob is typing')).toBeInTheDocument();
    act(() => page.wire.deliver('new_message', aMessage(1, partner)));
    expect(screen.queryByText('Bob is typing')).not.toBeInTheDocument();
    act(() => page.wire.deliver('user_offline', { userId: partner._id }));
    expect(screen.getByText('Offline')).toBeVisible();
  });

  it('shows when the partner was last online, until it is hidden', async () => {
    page.open();
    await screen.findByRole('log');
    const at = (days: number) => {
      const day = new Date();
      return new Date(day.getFullYear(), day.getMonth(), day.getDate() - days, 0, 4).toISOString();
    };
    const seen = (when: string | null, userId = partner._id) =>
      act(() => page.wire.deliver('last_seen', { userId, at: when }));
    seen(at(0));
    expect(screen.getByText(/^Last seen today at \S*\d:04/)).toBeVisible();
    seen(at(1));
    expect(screen.getByText(/^Last seen yesterday at \S*\d:04/)).toBeVisible();
    seen(at(40));
    expect(screen.getByText(/^Last seen on \w+day, /)).toBeVisible();
    act(() => page.wire.deliver('online_users', [partner._id]));
    expect(screen.getByText('Online')).toBeVisible();
    act(() => page.wire.deliver('user_offline', { userId: partner._id }));
    expect(screen.getByText(/^Last seen on/)).toBeVisible();
    seen(null);
    expect(screen.getByText('Offline')).toBeVisible();
    seen(at(0));
    act(() => page.wire.deliver('last_seen', null));
    expect(screen.getByText('Offline')).toBeVisible();
    seen(at(0), 'an earlier partner');
    expect(screen.getByText('Offline')).toBeVisible();
  });

  it('shows a toast for a new message only when its conversation is not on screen', async () => {
    jest.spyOn(document, 'hasFocus').mockReturnValue(true);
    page.open();
    await screen.findByRole('log');
    act(() => page.wire.deliver('new_message', aMessage(1, partner)));
    expect(screen.queryByText('New message from Bob')).not.toBeInTheDocument();
    await waitFor(() => expect(page.wire.emitted.some(({ event }) => event === 'message_read')).toBe(true));
    jest.spyOn(document, 'hasFocus').mockReturnValue(false);
    act(() => void window.dispatchEvent(new Event('blur')));
    act(() => page.wire.deliver('new_message', aMessage(2, partner)));
    expect(screen.getByText('New message from Bob')).toBeVisible();
    act(() => page.wire.deliver('new_message', aMessage(3, me)));
    expect(screen.getAllByText(/^New message/)).toHaveLength(1);
    jest.restoreAllMocks();
  });
});
