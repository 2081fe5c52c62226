import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { makeStore } from '../src/app/store.js';
import { session } from '../src/platform/session/session.js';
import { PendingList } from '../src/sync/pending/pending-list.js';
import { type PendingMessage, readPendingMessage } from '../src/sync/pending/pending-message.js';
import { PENDING, PENDING_MESSAGES, type PendingStorage, openPending } from '../src/sync/pending/pending-storage.js';
import { pendingView } from '../src/sync/pending/pending-view.js';
import { CHAT, me } from './chat-server.js';
import { log, write } from './conversations.js';
import { FakeWire } from './fake-wire.js';
import { FakeXhr } from './fake-xhr.js';
import { attach, field, isSent, never, send, storedIds, usePendingPage } from './pending-page.js';
import { storeBlobs } from './stored-blobs.js';

const { page, sentTexts, accept } = usePendingPage();

/** The page closes, and another one opens. */
const reload = (): void => {
  cleanup();
  page.wire = new FakeWire(me._id);
  accept();
  page.open();
};
const noted = (): string[] => Object.keys(localStorage).filter((key) => key.startsWith(PENDING));
const failDeletions = (): void =>
  void jest.spyOn(IDBObjectStore.prototype, 'delete').mockImplementation(() => {
    throw new DOMException('The disk is full', 'QuotaExceededError');
  });

afterEach(() => jest.restoreAllMocks());

describe('a text whose page closes before it is stored', () => {
  beforeEach(async () => {
    page.wire.answerSend = () => new Promise(() => undefined);
    page.open();
    await screen.findByRole('log');
    jest.spyOn(IDBObjectStore.prototype, 'put').mockReturnValue(new Promise(() => undefined) as never);
    await write('I am on my way{Enter}');
    expect(within(log()).getByText('I am on my way')).toBeVisible();
    expect(await field()).toHaveValue('');
    jest.restoreAllMocks();
  });

  it('is sent once by the next page', async () => {
    reload();
    await waitFor(() => expect(sentTexts()).toEqual(['I am on my way']));
    expect(await within(log()).findByRole('img', { name: 'Sent' })).toBeVisible();
    await waitFor(() => expect(noted()).toEqual([]));
    reload();
    await within(await screen.findByRole('log')).findByText('I am on my way');
    expect(await storedIds()).toEqual([]);
    expect(sentTexts()).toEqual([]);
    expect(page.server.messages).toHaveLength(1);
  });

  it('is nothing to the next page of another person', async () => {
    cleanup();
    page.wire = new FakeWire('cleo');
    act(() => session.signedIn({ user: { ...me, _id: 'cleo' }, partner: me.partner, token: 't', refreshToken: 'r' }));
    accept();
    page.open();
    await screen.findByRole('log');
    await write('from Cleo{Enter}');
    await waitFor(() => expect(sentTexts()).toEqual(['from Cleo']));
    expect(within(log()).queryByText('I am on my way')).toBeNull();
  });
});

it('a text is sent from memory where the database never opens, and by the next page after a reload', async () => {
  const open = indexedDB.open.bind(indexedDB);
  jest
    .spyOn(indexedDB, 'open')
    .mockImplementation((name, version) => (name === PENDING ? new IDBOpenDBRequest() : open(name, version)));
  accept();
  page.open();
  await screen.findByRole('log');
  await write('only in memory{Enter}');
  expect(await within(log()).findByRole('img', { name: 'Sent' })).toBeVisible();
  expect(sentTexts()).toEqual(['only in memory']);
  page.wire.answerSend = () => new Promise(() => undefined);
  await write('and this one{Enter}');
  await waitFor(() => expect(sentTexts()).toEqual(['only in memory', 'and this one']));
  reload();
  await waitFor(() => expect(sentTexts()).toEqual(['and this one']));
  jest.restoreAllMocks();
});

describe('a database that opens late', () => {
  const row = (clientMessageId: string, more: object): PendingMessage =>
    readPendingMessage({
      ...{ clientMessageId, userId: me._id, chatId: CHAT, content: '', replyTo: null, queuedAt: '', order: 1 },
      ...more,
    }) ?? never();
  const idOf = ({ clientMessageId }: PendingMessage): string => clientMessageId;
  const openedLate = jest.fn();
  let open: (storage: PendingStorage) => void;
  let list: PendingList<PendingMessage>;

  beforeEach(() => {
    openedLate.mockClear();
    const opening = new Promise<PendingStorage>((resolve) => void (open = resolve));
    list = new PendingList(PENDING_MESSAGES, pendingView(makeStore()), opening, () => undefined, openedLate);
  });

  it('gets the rows that were sent before, with their files', async () => {
    storeBlobs();
    const file = { kind: 'image', name: 'beach.jpg', size: 1, mimeType: 'image/jpeg' };
    await list.add(row('t1', { content: 'only in memory' }));
    await list.add(row('u1', { messageType: 'image', files: [file] }), [new Blob(['x'])]);
    expect((await list.of(me._id)).map(idOf)).toEqual(['t1', 'u1']);
    const storage = await openPending();
    open(storage);
    await waitFor(async () => expect(await storedIds()).toEqual(['t1', 'u1']));
    expect(await storage.bytesOf('u1')).toHaveLength(1);
    await waitFor(() => expect(noted()).toEqual([]));
  });

  it('gives the rows of an earlier page, which are sent then', async () => {
    const storage = await openPending();
    await storage.put(row('t1', { content: 'of an earlier page' }));
    expect(await list.of(me._id)).toEqual([]);
    expect(await list.bytesOf('t1')).toBeNull();
    open(storage);
    await waitFor(() => expect(openedLate).toHaveBeenCalledTimes(1));
    expect((await list.of(me._id)).map(idOf)).toEqual(['t1']);
  });

  it('loses the rows of a person who has signed out meanwhile', async () => {
    const storage = await openPending();
    await storage.put(row('t1', { content: 'of an earlier page' }));
    await list.forgetAllOf(me._id);
    open(storage);
    await waitFor(async () => expect(await storedIds()).toEqual([]));
  });

  it('leaves no note of rows that it never had', async () => {
    await list.add(row('t1', { content: 'sent from memory' }));
    await list.forget('t1');
    expect(noted()).toEqual([]);
    open(await openPending());
    await waitFor(() => expect(openedLate).toHaveBeenCalledTimes(1));
    expect(await storedIds()).toEqual([]);
  });
});

it('an upload that is discarded while the database cannot delete it is not sent by the next page', async () => {
  storeBlobs();
  page.open();
  await attach();
  await send();
  await isSent(1);
  await waitFor(async () => expect(await storedIds()).toHaveLength(1));
  failDeletions();
  await userEvent.click(screen.getByRole('button', { name: 'Cancel upload' }));
  await waitFor(() => expect(within(log()).queryAllByRole('listitem')).toEqual([]));
  reload();
  await screen.findByRole('log');
  await write('and now{Enter}');
  await waitFor(() => expect(sentTexts()).toEqual(['and now']));
  expect(FakeXhr.all).toHaveLength(1);
  expect(within(log()).getAllByRole('listitem')).toHaveLength(1);
  jest.restoreAllMocks();
  reload();
  await waitFor(async () => expect(await storedIds()).toEqual([]));
  await waitFor(() => expect(noted()).toEqual([]));
  expect(FakeXhr.all).toHaveLength(1);
});
