import { ERRORS } from '@duet/contracts/plain';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { readPendingMessage } from '../src/sync/pending/pending-message.js';
import { PENDING, openPending } from '../src/sync/pending/pending-storage.js';
import { CHAT, me } from './chat-server.js';
import { log, write } from './conversations.js';
import { stored } from './fake-wire.js';
import { FakeXhr } from './fake-xhr.js';
import { attach, field, isSent, never, refuseUpload, send, storedIds, usePendingPage } from './pending-page.js';
import { storeBlobs } from './stored-blobs.js';

const { page, sentTexts, accept, acceptUpload } = usePendingPage();

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
  accept();
  page.open();
  await screen.findByRole('log');
  // After its first look into the storage, the page sends no upload of another tab by itself.
  await write('before{Enter}');
  await within(log()).findByRole('img', { name: 'Sent' });
  await waitFor(async () => expect(await storedIds()).toEqual([]));
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
