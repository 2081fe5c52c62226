import type { UserView } from '@duet/contracts';
import { act, screen, waitFor } from '@testing-library/react';
import { makeStore } from '../src/app/store.js';
import { session } from '../src/platform/session/session.js';
import { live } from '../src/sync/index.js';
import { LateQueue } from '../src/sync/late-queue.js';
import { ListQueue, openListChanges } from '../src/sync/lists/list-queue.js';
import { LISTS_QUEUE, listChanges } from '../src/sync/lists/lists-slice.js';
import { PendingList } from '../src/sync/pending/pending-list.js';
import { type PendingMessage, readPendingMessage } from '../src/sync/pending/pending-message.js';
import { PendingQueue } from '../src/sync/pending/pending-queue.js';
import { PENDING_MESSAGES, type PendingStorage, openPending } from '../src/sync/pending/pending-storage.js';
import type { RowStorage } from '../src/sync/pending/row-storage.js';
import { pendingView } from '../src/sync/pending/pending-view.js';
import { UploadDelivery } from '../src/sync/pending/upload-delivery.js';
import { CHAT, me, partner } from './chat-server.js';
import { write } from './conversations.js';
import { stored } from './fake-wire.js';
import { FakeXhr } from './fake-xhr.js';
import { ListServer } from './list-server.js';
import { useMediaPage } from './media-page.js';

const page = useMediaPage();

const bob: UserView = { ...me, ...partner, partner: me };
const signIn = (user: UserView): void =>
  act(() => session.signedIn({ user, partner: user.partner, token: `of ${user._id}`, refreshToken: 'refresh' }));
const storedRows = async (): Promise<PendingMessage[]> => (await openPending()).of(me._id);

/** A storage whose reads wait for a gate. */
function slow<Row>(real: RowStorage<Row>) {
  const gated = {
    gate: Promise.resolve(),
    storage: {
      ...real,
      of: async (userId: string) => {
        const rows = await real.of(userId);
        await gated.gate;
        return rows;
      },
    },
  };
  return gated;
}

/** A page whose queues the test makes itself. */
function aPage() {
  const store = makeStore();
  store.dispatch(live.confirmed(CHAT));
  page.wire.answerSend = async (send) => stored(page.server.store(send));
  const nothing = () => () => undefined;
  const status = () => 'connected' as const;
  return { store, link: { wire: page.wire, status, subscribe: nothing, start: nothing, reconnect: nothing } };
}

describe('what a user has under way when the next one signs in', () => {
  it('is a text over a socket that breaks: nobody sends it in the name of the next user', async () => {
    let breakOff = (): void => undefined;
    page.wire.answerSend = () =>
      new Promise((_resolve, reject) => void (breakOff = () => reject(new Error('disconnected'))));
    const { getState } = page.open();
    await screen.findByRole('log');
    await write('from Ada{Enter}');
    await waitFor(() => expect(page.wire.sends()).toHaveLength(1));
    signIn(bob);
    act(breakOff);
    await waitFor(() => expect(getState().pending.unanswered).toBe(1));
    expect(page.server.posts).toEqual([]);
    expect(await storedRows()).toMatchObject([{ content: 'from Ada' }]);
  });

  it('is a text that is read from the storage', async () => {
    const { store, link } = aPage();
    const rows = slow(await openPending());
    const queue = new PendingQueue(store, link, async () => rows.storage);
    const stop = queue.start();
    let release = (): void => undefined;
    rows.gate = new Promise((resolve) => void (release = resolve));
    await queue.sendText(CHAT, 'from Ada');
    signIn(bob);
    release();
    await waitFor(() => expect(store.getState().pending.messages).toEqual([]));
    expect(page.wire.sends()).toEqual([]);
    signIn(me);
    await waitFor(() => expect(page.wire.sends()).toHaveLength(1));
    stop();
  });

  it('is a change of a list that is read from the storage', async () => {
    const list = new ListServer();
    page.http.use(...list.handlers);
    const { store, link } = aPage();
    const rows = slow(await openListChanges());
    const queue = new LateQueue(
      LISTS_QUEUE,
      link,
      async (signals) => new ListQueue(store, signals, async () => rows.storage),
    );
    const stop = queue.start();
    let release = (): void => undefined;
    rows.gate = new Promise((resolve) => void (release = resolve));
    await queue.use((lists) => lists.addItem(list.id, { text: 'Milk' }));
    signIn(bob);
    release();
    await waitFor(() => expect(listChanges(store.getState())).toEqual([]));
    expect(list.calls).toEqual([]);
    signIn(me);
    await waitFor(() => expect(list.texts).toEqual(['Milk']));
    stop();
  });
});

it('an upload that is discarded while its files are read is not sent', async () => {
  let read = (_bytes: Blob[]): void => undefined;
  const bytes = new Promise<Blob[]>((resolve) => void (read = resolve));
  const storage: PendingStorage = { ...(await openPending()), bytesOf: () => bytes };
  const store = makeStore();
  const list = new PendingList(
    PENDING_MESSAGES,
    pendingView(store),
    Promise.resolve(storage),
    () => undefined,
    () => undefined,
  );
  const delivery = new UploadDelivery(store, list);
  const file = { kind: 'image', name: 'beach.jpg', size: 1, mimeType: 'image/jpeg' };
  const row = { clientMessageId: 'u1', userId: me._id, chatId: CHAT, content: '', replyTo: null, order: 1 };
  const message = readPendingMessage({ ...row, queuedAt: '', messageType: 'image', files: [file] });
  const attempt = message && delivery.deliver(message);
  delivery.abort('u1');
  read([new Blob(['x'])]);
  expect(await attempt).toEqual({ kind: 'cancelled' });
  expect(FakeXhr.all).toEqual([]);
});
