import 'fake-indexeddb/auto';
import '@testing-library/jest-dom/jest-globals';
import { DEFAULT_SETTINGS, type SettingsChange, mergeSettings } from '@duet/contracts/plain';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http as route } from 'msw';
import { setupServer } from 'msw/node';
import { createMemoryRouter } from 'react-router-dom';
import { createLive } from '../src/api/live.js';
import { openOutgoing } from '../src/api/outgoing-storage.js';
import { session } from '../src/api/session.js';
import { App } from '../src/app/app.js';
import { Conversation } from '../src/app/conversation.js';
import { Root } from '../src/app/root.js';
import { makeStore } from '../src/app/store.js';
import { toast } from '../src/ui/toast-queue.js';
import { CHAT, ChatServer, aMessage, me, partner } from './chat-server.js';
import { FakeWire, stored } from './fake-wire.js';
import './layout.js';

const http = setupServer();
let server: ChatServer;
let wire: FakeWire;

beforeAll(() => {
  http.listen();
  window.scrollTo = () => undefined;
});
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
  jest.restoreAllMocks();
  const storage = await openOutgoing();
  for (const { clientMessageId } of await storage.of(me._id)) await storage.remove(clientMessageId);
});

function openPage(path = '/') {
  const store = makeStore();
  const router = createMemoryRouter([{ path: '/', element: <Root />, children: [{ index: true, element: <Conversation /> }] }], { initialEntries: [path] });
  render(<App store={store} live={createLive(store, wire.open)} router={router} />);
  return store;
}

const prefers = (change: SettingsChange): void =>
  http.use(route.get('*/api/users/settings', () => HttpResponse.json({ success: true, data: mergeSettings(DEFAULT_SETTINGS, change) })));

const log = (): Promise<HTMLElement> => screen.findByRole('log');
const bubbles = (): string[] => within(screen.getByRole('log')).getAllByRole('listitem').map((item) => item.querySelector('p')?.textContent ?? '');
const looks = (isThere: boolean): void => void jest.spyOn(document, 'hasFocus').mockReturnValue(isThere);
const said = (event: string): unknown[] => wire.said.filter((one) => one.event === event).map(({ data }) => data);
const marker = (userId: string, upTo: number, rev: number, deliveredUpTo = upTo) => ({ userId, upTo, deliveredUpTo, rev, readAt: new Date().toISOString() });

describe('reading', () => {
  it('opens at the first unread message, also where it lies far back, with a line above it', async () => {
    server.messages = Array.from({ length: 220 }, (_, index) => aMessage(index + 1, index % 2 ? me : partner));
    server.markers = [marker(me._id, 80, 0)];
    looks(false);
    const store = openPage();
    await log();
    expect(store.getState().live).toMatchObject({ unreadFrom: 81, place: { seq: 81 } });
    expect(server.pages).toContain('limit=100&around=81');
    const first = within(screen.getByRole('log')).getAllByText('New');
    expect(first).toHaveLength(1);
  });

  it('goes to a message that was searched for without loading what lies between, and reads on in both directions', async () => {
    server.messages = Array.from({ length: 260 }, (_, index) => aMessage(index + 1, index % 2 ? me : partner));
    server.markers = [marker(me._id, 260, 0)];
    const store = openPage('/?seq=60');
    await log();
    await waitFor(() => expect(store.getState().live.place.seq).toBe(60));
    const [first, second] = server.pages;
    // Nothing between the end and the place was asked for on the way.
    expect([first, second]).toEqual(['limit=50', expect.stringMatching(/around=60|before=211/)]);
    await waitFor(() => expect(bubbles()).toEqual(server.messages.map(({ content }) => content)), { timeout: 10_000 });
    expect(store.getState().live.held?.islands).toHaveLength(1);
  });

  it('says that a message could not be loaded, and tries again when asked', async () => {
    server.messages = Array.from({ length: 160 }, (_, index) => aMessage(index + 1, index < 10 ? partner : me));
    let isDown = true;
    http.use(route.get('*/api/messages/conversation', ({ request }) => (isDown && request.url.includes('around') ? HttpResponse.error() : undefined)));
    openPage('/?seq=5');
    expect(await screen.findByText('The message could not be loaded.', undefined, { timeout: 5_000 })).toBeVisible();
    isDown = false;
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(bubbles()).toContain('message 5'));
  });

  it('tells the partner once that a burst has arrived, and nothing when receipts are off', async () => {
    looks(false);
    openPage();
    await log();
    act(() => [1, 2, 3].forEach((seq) => wire.tell('new_message', aMessage(seq, partner))));
    await waitFor(() => expect(said('message_delivered')).toEqual([{ chatId: CHAT, upTo: 3 }]));
    expect(said('message_read')).toEqual([]);
    cleanup();
    let counted = 0;
    http.use(route.get('*/api/messages/unread-count', () => HttpResponse.json({ success: true, data: { count: (counted += 1) } })));
    prefers({ privacy: { readReceipts: false } });
    wire = new FakeWire(me._id);
    server.messages = [aMessage(1, me)];
    server.markers = [marker(partner._id, 1, 0)];
    openPage();
    const list = await log();
    await waitFor(() => expect(within(list).getByRole('img', { name: 'Sent' })).toBeVisible());
    const before = counted;
    act(() => wire.tell('new_message', aMessage(2, partner)));
    await waitFor(() => expect(bubbles()).toHaveLength(2));
    // What was gathered with the message has left by the time that the count in the title is asked for anew.
    await waitFor(() => expect(counted).toBeGreaterThan(before), { timeout: 4_000 });
    expect(said('message_delivered')).toEqual([]);
  });

  it('shows how far an own text has come: sent, delivered, read', async () => {
    server.messages = [aMessage(1, me)];
    openPage();
    const list = await log();
    expect(within(list).getByRole('img', { name: 'Sent' })).toBeVisible();
    act(() => wire.tell('messages_read', { chatId: CHAT, readBy: partner._id, rev: 2, marker: marker(partner._id, 0, 2, 1) }));
    expect(within(list).getByRole('img', { name: 'Delivered' })).toBeVisible();
    act(() => wire.tell('messages_read', { chatId: CHAT, readBy: partner._id, rev: 3, marker: marker(partner._id, 1, 3) }));
    expect(within(list).getByRole('img', { name: 'Read' })).toBeVisible();
  });

  it('lets what has expired go by itself, and shows notices without a bubble', async () => {
    const soon = new Date(Date.now() + 1_500).toISOString();
    server.messages = [
      aMessage(1, partner, { messageType: 'notice', content: '', notice: { kind: 'disappearing', seconds: 86_400 } }),
      aMessage(2, partner, { expiresAt: soon }),
      aMessage(3, me, { expiresAt: new Date(Date.now() - 1_000).toISOString() }),
    ];
    openPage();
    await log();
    expect(bubbles()).toEqual(['Bob turned on disappearing messages: 1 day', 'message 2']);
    await waitFor(() => expect(bubbles()).toEqual(['Bob turned on disappearing messages: 1 day']), { timeout: 4_000 });
  });

  it('sends all that failed once more, in their order', async () => {
    wire.answerSend = async () => ({ ok: false, failure: { code: 'MESSAGE_NOT_FOUND' } });
    openPage();
    await log();
    const field = screen.getByLabelText('Message Bob', { selector: 'textarea' });
    await userEvent.type(field, 'one{Enter}');
    await userEvent.type(field, 'two{Enter}');
    expect(await screen.findByText('2 messages were not sent.')).toBeVisible();
    wire.answerSend = async (send) => stored(server.store(send));
    await userEvent.click(screen.getByRole('button', { name: 'Retry all' }));
    await waitFor(() => expect(server.messages.map(({ content }) => content)).toEqual(['one', 'two']));
    expect(screen.queryByText('2 messages were not sent.')).not.toBeInTheDocument();
  });

  it('goes from message to message by keyboard', async () => {
    server.messages = [aMessage(1, partner), aMessage(2, me), aMessage(3, partner)];
    openPage();
    const list = await log();
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

  it('speaks new messages of the partner, not the history', async () => {
    server.messages = [aMessage(1, partner)];
    openPage();
    const list = await log();
    expect(list).toHaveAttribute('aria-live', 'off');
    act(() => wire.tell('new_message', aMessage(2, partner)));
    expect(await screen.findByText('Bob: message 2')).toBeInTheDocument();
    expect(screen.queryByText('Bob: message 1')).not.toBeInTheDocument();
  });
});

describe('being told', () => {
  class Told {
    static permission = 'granted';
    static readonly shown: { title: string; body: string }[] = [];
    constructor(title: string, { body }: { body: string }) {
      Told.shown.push({ title, body });
    }
    addEventListener(): void {}
    close(): void {}
  }

  beforeEach(() => {
    Told.shown.length = 0;
    Object.assign(window, { Notification: Told });
    looks(false);
    jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  });
  afterEach(() => void Reflect.deleteProperty(window, 'Notification'));

  const hear = async (change: SettingsChange): Promise<void> => {
    prefers(change);
    const store = openPage();
    await log();
    await waitFor(() => expect(Object.values(store.getState().api.queries).some((query) => query?.endpointName === 'getSettings' && query.status === 'fulfilled')).toBe(true));
    act(() => wire.tell('new_message', aMessage(1, partner, { content: 'the cake is hidden' })));
  };

  it.each([
    ['hidden', { title: 'Duet', body: 'New message' }],
    ['name', { title: 'Duet', body: 'New message from Bob' }],
    ['full', { title: 'Bob', body: 'the cake is hidden' }],
  ] as const)('on a locked screen with as much as the person allows: %s', async (lockScreen, expected) => {
    await hear({ notifications: { lockScreen } });
    await waitFor(() => expect(Told.shown).toEqual([expected]));
    expect(screen.getByText('New message from Bob')).toBeInTheDocument();
  });

  it('not at all while muted', async () => {
    await hear({ notifications: { mutedUntil: new Date(Date.now() + 60_000).toISOString() } });
    await waitFor(() => expect(bubbles()).toHaveLength(1));
    expect(screen.queryByText('New message from Bob')).not.toBeInTheDocument();
    expect(Told.shown).toEqual([]);
  });

  it('by the count in the title', async () => {
    http.use(route.get('*/api/messages/unread-count', () => HttpResponse.json({ success: true, data: { count: 3 } })));
    openPage();
    await waitFor(() => expect(document.title).toBe('(3) Duet'));
  });
});
