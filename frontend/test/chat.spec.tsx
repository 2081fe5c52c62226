import 'fake-indexeddb/auto';
import '@testing-library/jest-dom/jest-globals';
import { ERRORS } from '@duet/contracts/plain';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { createMemoryRouter } from 'react-router-dom';
import { createLive } from '../src/api/live.js';
import { openOutgoing } from '../src/api/outgoing-storage.js';
import { session } from '../src/api/session.js';
import { App } from '../src/app/app.js';
import { Conversation } from '../src/app/conversation.js';
import { makeStore } from '../src/app/store.js';
import { toast } from '../src/ui/toast-queue.js';
import { CHAT, ChatServer, aMessage, me, partner } from './chat-server.js';
import { FakeWire, stored } from './fake-wire.js';
import './layout.js';

const http = setupServer();
let server: ChatServer;
let wire: FakeWire;

beforeAll(() => http.listen());
afterAll(() => http.close());

beforeEach(() => {
  server = new ChatServer();
  http.use(...server.handlers);
  wire = new FakeWire(me._id);
  session.signedIn({ user: me, partner, token: 'access', refreshToken: 'refresh' });
});

afterEach(async () => {
  cleanup();
  http.resetHandlers();
  toast.clear();
  const storage = await openOutgoing();
  for (const { clientMessageId } of await storage.of(me._id)) await storage.remove(clientMessageId);
});

/** The page as a person opens it: real store, real queue, the socket's other end in our hands. */
function openPage(): void {
  const store = makeStore();
  const live = createLive(store, wire.open);
  const router = createMemoryRouter([{ path: '/', element: <Conversation /> }]);
  render(<App store={store} live={live} router={router} />);
}

const log = (): HTMLElement => screen.getByRole('log');
const bubbles = (): string[] => within(log()).getAllByRole('listitem').map((item) => item.querySelector('p')?.textContent ?? '');
const write = async (text: string): Promise<void> => userEvent.type(await screen.findByLabelText('Message Bob', { selector: 'textarea' }), text);
const failure = (code: keyof typeof ERRORS) => () => HttpResponse.json({ success: false, code, message: ERRORS[code].message, requestId: 'r' }, { status: ERRORS[code].status });

describe('the conversation', () => {
  it('shows a text at once, then that it is stored, then that it was read', async () => {
    let acknowledge = (): void => undefined;
    wire.answerSend = (send) => new Promise((resolve) => void (acknowledge = () => resolve(stored(server.store(send)))));
    openPage();
    await screen.findByRole('log');
    await write('Good morning{Shift>}{Enter}{/Shift}you{Enter}');
    expect(bubbles()).toEqual(['Good morning\nyou']);
    expect(within(log()).getByRole('img', { name: 'Sending' })).toBeVisible();
    expect(screen.getByLabelText('Message Bob', { selector: 'textarea' })).toHaveValue('');
    await waitFor(() => expect(wire.sends()).toHaveLength(1));
    await act(async () => acknowledge());
    expect(await within(log()).findByRole('img', { name: 'Sent' })).toBeVisible();
    expect(bubbles()).toHaveLength(1);
    act(() => wire.tell('messages_read', { chatId: CHAT, readBy: partner._id, rev: 2, marker: { userId: partner._id, upTo: 1, deliveredUpTo: 1, rev: 2, readAt: new Date().toISOString() } }));
    expect(within(log()).getByRole('img', { name: 'Read' })).toBeVisible();
    expect(server.posts).toEqual([]);
  });

  it('keeps what is pushed while the first page is on its way', async () => {
    server.messages = [aMessage(1, partner)];
    let open = (): void => undefined;
    server.pageGate = new Promise((resolve) => void (open = resolve));
    openPage();
    await screen.findByRole('status', { name: 'Loading messages' });
    const second = aMessage(2, partner);
    act(() => wire.tell('new_message', second));
    open();
    await screen.findByRole('log');
    await waitFor(() => expect(bubbles()).toEqual(['message 1', 'message 2']));
  });

  it('asks for what it missed when a push jumps ahead, or a hint says so', async () => {
    server.messages = [aMessage(1, partner)];
    openPage();
    await screen.findByRole('log');
    const before = server.syncs.length;
    server.messages.push(aMessage(2, me), aMessage(3, partner));
    act(() => wire.tell('new_message', aMessage(3, partner)));
    await waitFor(() => expect(bubbles()).toEqual(['message 1', 'message 2', 'message 3']));
    expect(server.syncs.slice(before)).toEqual([1]);
    server.messages.push(aMessage(4, partner));
    act(() => wire.tell('sync_hint', { chatId: CHAT, rev: 4 }));
    await waitFor(() => expect(bubbles()).toHaveLength(4));
    act(() => wire.tell('new_message', aMessage(2, me)));
    expect(bubbles()).toHaveLength(4);
  });

  it('tries the same text with the same id until it is stored, over whichever way', async () => {
    server.answerPost = failure('UNAVAILABLE');
    openPage();
    await screen.findByRole('log');
    await write('stubborn{Enter}');
    await waitFor(() => expect(server.posts).toHaveLength(1));
    server.answerPost = (body) => HttpResponse.json({ success: true, data: server.store(body) }, { status: 201 });
    await within(log()).findByRole('img', { name: 'Sent' }, { timeout: 5_000 });
    const ids = new Set([...wire.sends(), ...server.posts].map(({ clientMessageId }) => clientMessageId));
    expect(ids.size).toBe(1);
    expect(server.messages).toHaveLength(1);
    expect(bubbles()).toEqual(['stubborn']);
  });

  it('says in place what the server would not take, and sends it again when asked', async () => {
    wire.answerSend = async () => ({ ok: false, failure: { code: 'MESSAGE_NOT_FOUND' } });
    openPage();
    await screen.findByRole('log');
    await write('a reply{Enter}');
    expect(await screen.findByText('Not sent: the message it answers is gone.')).toBeVisible();
    await write('the next one');
    wire.answerSend = async (send) => stored(server.store(send));
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await within(log()).findByRole('img', { name: 'Sent' });
    const [first, second] = wire.sends();
    expect(second).toEqual(first);
    const field = screen.getByLabelText('Message Bob', { selector: 'textarea' });
    expect(field).toHaveValue('the next one');
    await userEvent.clear(field);
  });

  it('sends what was written without a connection once, in order, after a reload', async () => {
    wire.isReachable = false;
    server.answerPost = () => HttpResponse.error();
    openPage();
    await screen.findByRole('log');
    await write('one{Enter}');
    await write('two{Enter}');
    await waitFor(async () => expect(await (await openOutgoing()).of(me._id)).toHaveLength(2));
    cleanup();
    wire = new FakeWire(me._id);
    wire.answerSend = async (send) => stored(server.store(send));
    openPage();
    await waitFor(() => expect(wire.sends().map(({ content }) => content)).toEqual(['one', 'two']));
    await waitFor(async () => expect(await (await openOutgoing()).of(me._id)).toEqual([]));
    expect(server.messages.map(({ content }) => content)).toEqual(['one', 'two']);
    expect(bubbles()).toEqual(['one', 'two']);
  });

  it('loads older messages as one comes near, and keeps one line of each', async () => {
    server.messages = Array.from({ length: 70 }, (_, index) => aMessage(index + 1, index % 2 ? me : partner));
    server.markers = [{ userId: me._id, upTo: 70, deliveredUpTo: 70, rev: 0, readAt: new Date().toISOString() }];
    openPage();
    await screen.findByRole('log');
    await waitFor(() => expect(bubbles()).toEqual(server.messages.map(({ content }) => content)));
    expect(screen.queryByRole('button', { name: 'Load earlier messages' })).not.toBeInTheDocument();
    expect(server.pages.filter((search) => search.includes('before'))).toEqual(['limit=100&before=21']);
  });

  it('shows who types and who is there, and forgets both', async () => {
    openPage();
    await screen.findByRole('log');
    act(() => wire.tell('online_users', [partner._id]));
    expect(screen.getByText('Online')).toBeVisible();
    act(() => wire.tell('user_typing', { chatId: CHAT, userId: partner._id, username: 'bob', isTyping: true }));
    expect(screen.getByText('Bob is typing')).toBeInTheDocument();
    act(() => wire.tell('new_message', aMessage(1, partner)));
    expect(screen.queryByText('Bob is typing')).not.toBeInTheDocument();
    act(() => wire.tell('user_offline', { userId: partner._id }));
    expect(screen.getByText('Offline')).toBeVisible();
  });

  it('tells of a new message only where nobody looks', async () => {
    jest.spyOn(document, 'hasFocus').mockReturnValue(true);
    openPage();
    await screen.findByRole('log');
    act(() => wire.tell('new_message', aMessage(1, partner)));
    expect(screen.queryByText('New message from Bob')).not.toBeInTheDocument();
    await waitFor(() => expect(wire.said.some(({ event }) => event === 'message_read')).toBe(true));
    jest.spyOn(document, 'hasFocus').mockReturnValue(false);
    act(() => void window.dispatchEvent(new Event('blur')));
    act(() => wire.tell('new_message', aMessage(2, partner)));
    expect(screen.getByText('New message from Bob')).toBeVisible();
    act(() => wire.tell('new_message', aMessage(3, me)));
    expect(screen.getAllByText(/^New message/)).toHaveLength(1);
    jest.restoreAllMocks();
  });
});
