import { ERRORS } from '@duet/contracts/plain';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { type IDBPDatabase, deleteDB, openDB } from 'idb';
import { CoupleConversation } from '../src/app/couple-conversation.js';
import { FRESH } from '../src/api/base-api.js';
import { getPartnerStatus } from '../src/platform/account/partner-status.js';
import { session } from '../src/platform/session/session.js';
import { useUnsentCount } from '../src/sync/index.js';
import { readPendingMessage } from '../src/sync/pending/pending-message.js';
import { PENDING, openPending } from '../src/sync/pending/pending-storage.js';
import { CHAT, aMessage, me, partner } from './chat-server.js';
import { FakeWire, stored } from './fake-wire.js';
import { FakeXhr } from './fake-xhr.js';
import { anAttachment, useMediaPage } from './media-page.js';
import { storeBlobs } from './stored-blobs.js';

const page = useMediaPage();

const UnsentCount = () => <p>{useUnsentCount()} unsent</p>;
const never = (): never => {
  throw new Error('no pending message');
};

const log = (): HTMLElement => screen.getByRole('log');
const field = (): Promise<HTMLElement> => screen.findByLabelText('Message Bob', { selector: 'textarea' });
const write = async (text: string): Promise<void> => userEvent.type(await field(), text);
const sentTexts = (): string[] => page.wire.sends().map(({ content }) => content);
const isSent = (count: number): Promise<void> => waitFor(() => expect(FakeXhr.all).toHaveLength(count));
const storedIds = async (): Promise<string[]> =>
  (await (await openPending()).of(me._id)).map(({ clientMessageId }) => clientMessageId);

const accept = (): void => {
  page.wire.answerSend = async (send) => stored(page.server.store(send));
};
const attach = async (name = 'beach.jpg'): Promise<void> => {
  await userEvent.upload(await screen.findByLabelText('Files to attach', { selector: 'input' }), [
    new File(['x'], name, { type: 'image/jpeg' }),
  ]);
};
const send = (): Promise<void> => userEvent.click(screen.getByRole('button', { name: 'Send' }));
const acceptUpload = (): void => {
  const { clientMessageId } = FakeXhr.last;
  const message = aMessage(page.server.messages.length + 1, me, {
    content: String(FakeXhr.last.body.get('content') ?? ''),
    clientMessageId,
    messageType: 'image',
    attachments: [anAttachment('a', 'image')],
  });
  page.server.messages.push(message);
  act(() => FakeXhr.last.answer(201, { success: true, data: { messages: [message] } }));
};
const refuseUpload = (status: number, code: keyof typeof ERRORS): void =>
  act(() => FakeXhr.last.answer(status, { success: false, code, message: '', requestId: 'r' }));

describe('a browser whose storage fails', () => {
  const failing = (method: 'put' | 'delete' | 'getAll'): void =>
    void jest.spyOn(IDBObjectStore.prototype, method).mockImplementation(() => {
      throw new DOMException('The disk is full', 'QuotaExceededError');
    });
  afterEach(() => jest.restoreAllMocks());

  it('sends a text once and clears the field although the write fails', async () => {
    accept();
    page.open();
    await screen.findByRole('log');
    failing('put');
    await write('only once{Enter}');
    expect(await within(log()).findByRole('img', { name: 'Sent' })).toBeVisible();
    expect(await field()).toHaveValue('');
    await write('and on{Enter}');
    await waitFor(() => expect(sentTexts()).toEqual(['only once', 'and on']));
    await waitFor(() => expect(within(log()).getAllByRole('img', { name: 'Sent' })).toHaveLength(2));
    expect(within(log()).queryByRole('img', { name: 'Sending' })).not.toBeInTheDocument();
    expect(page.server.messages).toHaveLength(2);
  });

  it('sends a photo with its text although the write fails', async () => {
    accept();
    page.open();
    await screen.findByRole('log');
    failing('put');
    await attach();
    await write('Look');
    await send();
    await isSent(1);
    acceptUpload();
    await waitFor(() => expect(within(log()).getAllByRole('img', { name: 'Sent' })).toHaveLength(1));
    expect(within(log()).getByText('Look')).toBeVisible();
    expect(sentTexts()).toEqual([]);
  });

  it('does not send a text again when its row cannot be deleted', async () => {
    accept();
    page.open();
    await screen.findByRole('log');
    failing('delete');
    await write('one{Enter}');
    await waitFor(() => expect(sentTexts()).toEqual(['one']));
    await write('two{Enter}');
    await waitFor(() => expect(within(log()).getAllByRole('img', { name: 'Sent' })).toHaveLength(2));
    expect(sentTexts()).toEqual(['one', 'two']);
  });
});

describe('the order of texts and uploads', () => {
  it('lets a later text overtake a photo', async () => {
    accept();
    page.open();
    await attach();
    await send();
    await isSent(1);
    await write('meanwhile{Enter}');
    await waitFor(() => expect(sentTexts()).toEqual(['meanwhile']));
    acceptUpload();
    await waitFor(async () => expect(await storedIds()).toEqual([]));
  });

  it('leaves the reader where they are when a later text is stored before a photo', async () => {
    let answer = (): void => undefined;
    page.wire.answerSend = (text) =>
      new Promise((resolve) => void (answer = () => resolve(stored(page.server.store(text)))));
    const { getState } = page.open();
    await attach();
    await send();
    await isSent(1);
    await write('meanwhile{Enter}');
    await waitFor(() => expect(sentTexts()).toEqual(['meanwhile']));
    const { place } = getState().live;
    act(answer);
    await within(log()).findByRole('img', { name: 'Sent' });
    expect(getState().live.place).toBe(place);
    acceptUpload();
    await waitFor(async () => expect(await storedIds()).toEqual([]));
  });

  it('sends the words of a photo with it, once', async () => {
    accept();
    page.open();
    await attach();
    await write('Look');
    await send();
    await isSent(1);
    await waitFor(async () => expect(await storedIds()).toHaveLength(1));
    expect(FakeXhr.last.body.get('content')).toBe('Look');
    acceptUpload();
    await waitFor(async () => expect(await storedIds()).toEqual([]));
    expect(sentTexts()).toEqual([]);
  });

  it('lets texts overtake a postponed upload, whose words wait with it', async () => {
    accept();
    page.open();
    await attach();
    await write('Look');
    await send();
    await isSent(1);
    FakeXhr.last.retryAfter = '600';
    refuseUpload(503, 'UNAVAILABLE');
    await screen.findByText(/^Duet can’t take files right now/);
    await write('meanwhile{Enter}');
    await waitFor(() => expect(sentTexts()).toEqual(['meanwhile']));
    expect(FakeXhr.all).toHaveLength(1);
    await userEvent.click(screen.getByRole('button', { name: 'Try now' }));
    await isSent(2);
    expect(FakeXhr.last.body.get('content')).toBe('Look');
    acceptUpload();
    await waitFor(async () => expect(await storedIds()).toEqual([]));
    expect(sentTexts()).toEqual(['meanwhile']);
  });

  it('lets texts overtake a refused upload, which keeps its words', async () => {
    accept();
    page.open();
    await attach();
    await write('Look');
    await send();
    await isSent(1);
    refuseUpload(ERRORS.QUOTA_EXCEEDED.status, 'QUOTA_EXCEEDED');
    await write('meanwhile{Enter}');
    await waitFor(() => expect(sentTexts()).toEqual(['meanwhile']));
    expect(within(log()).getByText('Look')).toBeVisible();
  });
});

it('an upload whose tab closes is sent by another tab', async () => {
  storeBlobs();
  const others = new BroadcastChannel(PENDING);
  page.open();
  await screen.findByRole('log');
  const file = { kind: 'image', name: 'beach.jpg', size: 1, mimeType: 'image/jpeg' };
  const row = { clientMessageId: 'u1', userId: me._id, chatId: CHAT, content: '', replyTo: null, order: 1 };
  const upload = { ...row, queuedAt: new Date().toISOString(), messageType: 'image', files: [file] };
  await (await openPending()).put(readPendingMessage(upload) ?? never(), [new Blob(['x'])]);
  others.postMessage('changed');
  await within(log()).findByRole('img', { name: 'Sending' });
  expect(FakeXhr.all).toHaveLength(0);
  const heard = jest.fn();
  others.onmessage = ({ data }) => heard(data);
  act(() => void window.dispatchEvent(new Event('pagehide')));
  await waitFor(() => expect(heard).toHaveBeenCalledWith('closed'));
  others.postMessage('closed');
  await isSent(1);
  expect(FakeXhr.last.clientMessageId).toBe('u1');
  acceptUpload();
  await waitFor(async () => expect(await storedIds()).toEqual([]));
  others.close();
});

const ALONE = { hasPartner: false, partner: null, couple: null, nickname: null, pendingRequests: 0 };

/** Ends and restores the couple as pairing answers it. */
function coupleOf(store: ReturnType<typeof page.open>) {
  let isLinked = true;
  const status = () => (isLinked ? undefined : HttpResponse.json({ success: true, data: ALONE }));
  page.http.use(http.get('*/api/partners/status', status));
  const become = (linked: boolean) =>
    act(async () => {
      isLinked = linked;
      await store.dispatch(getPartnerStatus.initiate(undefined, FRESH));
    });
  return { end: () => become(false), link: () => become(true) };
}

describe('messages that wait when the couple ends', () => {
  it('are refused, files too, and wait for a press when the two link again', async () => {
    page.wire.answerSend = () => Promise.reject(new Error('no answer'));
    page.http.use(http.post('*/api/messages', () => HttpResponse.error()));
    const couple = coupleOf(page.open());
    await attach();
    await send();
    await isSent(1);
    refuseUpload(503, 'UNAVAILABLE');
    await write('Come back{Enter}');
    await waitFor(() => expect(sentTexts()).toContain('Come back'));
    await couple.end();
    await waitFor(async () =>
      expect((await (await openPending()).of(me._id)).map(({ failure }) => failure)).toEqual([
        'NO_PARTNER',
        'NO_PARTNER',
      ]),
    );

    const before = sentTexts().length;
    accept();
    await couple.link();
    act(() => void window.dispatchEvent(new Event('online')));
    await write('Hello again{Enter}');
    await waitFor(() => expect(sentTexts().slice(before)).toEqual(['Hello again']));
    expect(FakeXhr.all).toHaveLength(1);
    expect(within(log()).getAllByText('Not sent: you were no longer linked.')).toHaveLength(2);
    await userEvent.click(within(log()).getAllByRole('button', { name: 'Retry' })[1] ?? log());
    await waitFor(() => expect(sentTexts().slice(before)).toEqual(['Hello again', 'Come back']));
  });

  it('leave by themselves after a sign-in without an answer of pairing', async () => {
    page.wire.answerSend = () => Promise.reject(new Error('no answer'));
    page.http.use(http.post('*/api/messages', () => HttpResponse.error()));
    page.open();
    await write('Come back{Enter}');
    await waitFor(() => expect(sentTexts()).toContain('Come back'));
    act(() =>
      session.signedIn({ user: { ...me, partner: null }, partner: null, token: 'access', refreshToken: 'new' }),
    );
    await act(async () => void (await (await openPending()).of(me._id)));
    const before = sentTexts().length;
    accept();
    act(() => session.partnerChanged(partner, '2026-06-01T00:00:00Z'));
    act(() => void window.dispatchEvent(new Event('online')));
    await waitFor(() => expect(sentTexts().slice(before)).toContain('Come back'));
    await waitFor(async () => expect(await storedIds()).toEqual([]));
  });

  it('stay refused when the upload under way breaks with it', async () => {
    const couple = coupleOf(page.open());
    await attach();
    await send();
    await isSent(1);
    const failures = async () => (await (await openPending()).of(me._id)).map(({ failure }) => failure);
    await couple.end();
    await waitFor(async () => expect(await failures()).toEqual(['NO_PARTNER']));
    act(() => FakeXhr.last.breakOff());
    await couple.link();
    page.wire.breakOff();
    page.wire.isReachable = true;
    act(() => page.wire.connect());
    await write('Hello again{Enter}');
    await waitFor(() => expect(sentTexts()).toEqual(['Hello again']));
    expect(await failures()).toContain('NO_PARTNER');
    expect(FakeXhr.all).toHaveLength(1);
  });

  it('are refused when the server names another conversation, and do not count as unsent', async () => {
    const storage = await openPending();
    const row = {
      clientMessageId: 'x1',
      userId: me._id,
      chatId: 'earlier',
      content: 'For somebody else',
      replyTo: null,
    };
    await storage.put(readPendingMessage({ ...row, queuedAt: '2026-06-01T10:00:00Z', order: 1 }) ?? never());
    page.element = (
      <>
        <CoupleConversation />
        <UnsentCount />
      </>
    );
    page.open();
    await screen.findByRole('log');
    await waitFor(async () => expect((await storage.of(me._id))[0]?.failure).toBe('NO_PARTNER'));
    expect(await screen.findByText('0 unsent')).toBeVisible();
    expect(sentTexts()).toEqual([]);
    await storage.remove('x1');
  });
});

describe('pending messages of an older build', () => {
  const older: IDBPDatabase[] = [];
  const openOlder = async (name: string, fill: (database: IDBPDatabase) => void): Promise<IDBPDatabase> => {
    const database = await openDB(name, 1, { upgrade: fill });
    older.push(database);
    return database;
  };
  const row = (clientMessageId: string, content: string, order: number) => ({
    clientMessageId,
    userId: me._id,
    chatId: CHAT,
    content,
    replyTo: null,
    queuedAt: new Date(order).toISOString(),
    order,
    failure: null,
  });
  // Node's structured clone does not accept jsdom's blobs.
  beforeEach(() => {
    const clone = structuredClone;
    jest
      .spyOn(globalThis, 'structuredClone')
      .mockImplementation((value: unknown) =>
        Array.isArray(value) && value.some((part) => part instanceof Blob) ? [...value] : clone(value),
      );
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    cleanup();
    for (const database of older.splice(0)) database.close();
    await Promise.all(['duet-outgoing', 'duet-uploads'].map((name) => deleteDB(name)));
  });

  it('are sent once and in order and removed from the old database', async () => {
    const texts = await openOlder('duet-outgoing', (database) =>
      database.createObjectStore('sends', { keyPath: 'clientMessageId' }).createIndex('user', 'userId'),
    );
    const uploads = await openOlder('duet-uploads', (database) => {
      database.createObjectStore('uploads', { keyPath: 'clientMessageId' }).createIndex('user', 'userId');
      database.createObjectStore('bytes');
    });
    await texts.put('sends', row('t1', 'first', 1_000));
    await texts.put('sends', row('t3', 'third', 3_000));
    const file = { kind: 'image', name: 'beach.jpg', size: 1, mimeType: 'image/jpeg' };
    const upload = { ...row('u2', '', 2_000), messageType: 'image', files: [file] };
    await uploads.put('uploads', { clientMessageId: 'u2', userId: me._id, send: upload });
    await uploads.put('bytes', [new Blob(['x'], { type: 'image/jpeg' })], 'u2');
    page.wire = new FakeWire(me._id);
    accept();
    page.open();
    await isSent(1);
    expect(FakeXhr.last.clientMessageId).toBe('u2');
    expect(FakeXhr.last.names).toEqual(['beach.jpg']);
    await waitFor(() => expect(sentTexts()).toEqual(['first', 'third']));
    acceptUpload();
    expect(page.wire.sends().map(({ clientMessageId }) => clientMessageId)).toEqual(['t1', 't3']);
    expect(await texts.getAllKeys('sends')).toEqual([]);
    expect(await uploads.getAllKeys('uploads')).toEqual([]);
    expect(await uploads.getAllKeys('bytes')).toEqual([]);
    await waitFor(async () => expect(await storedIds()).toEqual([]));
  });

  it('do not cause the old database to be created', async () => {
    page.open();
    await screen.findByRole('log');
    await storedIds();
    const names = (await indexedDB.databases()).map(({ name }) => name);
    expect(names).toContain('duet-pending');
    expect(names).not.toContain('duet-outgoing');
    expect(names).not.toContain('duet-uploads');
  });
});
