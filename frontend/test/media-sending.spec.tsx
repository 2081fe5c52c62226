import type { MessageView } from '@duet/contracts';
import { ERRORS, LIMITS, TEXTS } from '@duet/contracts/plain';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http as rest } from 'msw';
import { openPending } from '../src/sync/pending/pending-storage.js';
import { CHAT, aMessage, me, partner } from './chat-server.js';
import { log } from './conversations.js';
import { FakeXhr } from './fake-xhr.js';
import { anAttachment, useMediaPage } from './media-page.js';

const page = useMediaPage();

const file = (name: string, type: string, size = 1_000): File => {
  const made = new File(['x'], name, { type });
  Object.defineProperty(made, 'size', { value: size });
  return made;
};
const photo = (name = 'beach.jpg', size = 1_000): File => file(name, 'image/jpeg', size);
const choose = async (...files: File[]): Promise<void> =>
  userEvent.upload(await screen.findByLabelText('Files to attach', { selector: 'input' }), files);
const send = (): Promise<void> => userEvent.click(screen.getByRole('button', { name: 'Send' }));
const isSent = (count: number): Promise<void> => waitFor(() => expect(FakeXhr.all).toHaveLength(count));

/** The message that the server creates from an upload. */
function storeUpload(xhr: FakeXhr, more: Partial<MessageView>): MessageView {
  const known = page.server.messages.find(({ clientMessageId }) => clientMessageId === xhr.clientMessageId);
  if (known) return known;
  const made = aMessage(page.server.messages.length + 1, me, {
    content: '',
    clientMessageId: xhr.clientMessageId,
    createdAt: new Date().toISOString(),
    ...more,
  });
  page.server.messages.push(made);
  return made;
}
const asImage = (xhr: FakeXhr): MessageView =>
  storeUpload(xhr, {
    messageType: 'image',
    attachments: xhr.names.map((name, index) => anAttachment(`a${index}`, 'image', { filename: name })),
  });
const accept = (xhr: FakeXhr, message = asImage(xhr)): void =>
  act(() => xhr.answer(201, { success: true, data: { messages: [message] } }));

describe('choosing files', () => {
  it('lists the chosen files, each of which can be removed', async () => {
    page.open();
    await choose(photo(), file('plan.pdf', 'application/pdf'));
    const tray = screen.getByRole('list', { name: 'Files to send' });
    expect(within(tray).getByRole('img', { name: 'beach.jpg' })).toBeVisible();
    expect(within(tray).getByText('plan.pdf')).toBeVisible();
    await userEvent.click(within(tray).getByRole('button', { name: 'Remove beach.jpg' }));
    expect(within(tray).getAllByRole('listitem')).toHaveLength(1);
    expect(FakeXhr.all).toHaveLength(0);
  });

  it('refuses a file that is too large with the specified text and keeps the others', async () => {
    page.open();
    await choose(photo('huge.jpg', LIMITS.fileBytes + 1), photo('fits.jpg', LIMITS.fileBytes));
    const alert = await screen.findByRole('alertdialog');
    expect(within(alert).getByText('File huge.jpg is too large. Maximum size is 10MB.')).toBeVisible();
    await userEvent.click(within(alert).getByRole('button', { name: 'OK' }));
    expect(screen.getByRole('button', { name: 'Remove fits.jpg' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Remove huge.jpg' })).not.toBeInTheDocument();
  });

  it('takes more files than one message has, and sends them as several; the words belong to the first', async () => {
    page.open();
    await choose(...[1, 2, 3, 4, 5, 6, 7].map((index) => photo(`${index}.jpg`)));
    expect(screen.queryByText(TEXTS.tooManyFiles)).not.toBeInTheDocument();
    expect(screen.getAllByRole('button', { name: /^Remove / })).toHaveLength(7);
    await userEvent.type(screen.getByLabelText('Message Bob', { selector: 'textarea' }), 'Seven');
    await send();
    await isSent(1);
    expect(FakeXhr.last.names).toEqual(['1.jpg', '2.jpg', '3.jpg', '4.jpg', '5.jpg']);
    expect(FakeXhr.last.body.get('content')).toBe('Seven');
    accept(FakeXhr.last);
    await isSent(2);
    expect(FakeXhr.last.names).toEqual(['6.jpg', '7.jpg']);
    expect(FakeXhr.last.body.get('content')).toBeNull();
  });

  it('accepts pasted and dropped files', async () => {
    page.open();
    const field = await screen.findByLabelText('Message Bob', { selector: 'textarea' });
    fireEvent.paste(field, {
      clipboardData: { files: [photo('pasted.png')], types: ['Files'], getData: () => '', items: [] },
    });
    expect(await screen.findByRole('button', { name: 'Remove pasted.png' })).toBeVisible();
    const dataTransfer = { files: [photo('dropped.jpg')], types: ['Files'] };
    fireEvent.dragEnter(log(), { dataTransfer });
    expect(screen.getByText('Drop to send')).toBeVisible();
    fireEvent.drop(log(), { dataTransfer });
    expect(screen.queryByText('Drop to send')).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Remove dropped.jpg' })).toBeVisible();
  });
});

describe('sending files', () => {
  it('leaves files and words where they are until their dimensions are read', async () => {
    let end = (): void => undefined;
    const read = new Promise((resolve) => {
      end = () => resolve({ width: 3, height: 2, close: () => undefined });
    });
    Object.assign(window, { createImageBitmap: () => read });
    try {
      page.open();
      await choose(photo());
      const words = screen.getByLabelText('Message Bob', { selector: 'textarea' });
      await userEvent.type(words, 'Look');
      await send();
      expect(screen.getByRole('button', { name: 'Send' })).toBeDisabled();
      expect(words).toHaveValue('Look');
      expect(screen.getByRole('list', { name: 'Files to send' })).toBeVisible();
      act(end);
      await isSent(1);
      expect(words).toHaveValue('');
      expect(screen.queryByRole('list', { name: 'Files to send' })).not.toBeInTheDocument();
      expect(within(log()).getByText('Look')).toBeVisible();
    } finally {
      Reflect.deleteProperty(window, 'createImageBitmap');
    }
  });

  it('sends photos with their words as one message, and another file as its own', async () => {
    page.open();
    await choose(photo('1.jpg'), file('plan.pdf', 'application/pdf'), photo('2.jpg'));
    await userEvent.type(screen.getByLabelText('Message Bob', { selector: 'textarea' }), 'Look at these');
    await send();
    await isSent(1);
    expect(FakeXhr.last.path).toBe('/api/messages/upload');
    expect(FakeXhr.last.names).toEqual(['1.jpg', '2.jpg']);
    expect(FakeXhr.last.headers['authorization']).toBe('Bearer access');
    expect([...FakeXhr.last.body.keys()].slice(0, 3)).toEqual(['clientMessageId', 'chatId', 'content']);
    expect(FakeXhr.last.body.get('chatId')).toBe(CHAT);
    expect(FakeXhr.last.body.get('content')).toBe('Look at these');
    expect(page.wire.sends()).toEqual([]);
    // All echoes appear at once.
    expect(within(log()).getByText('plan.pdf')).toBeVisible();
    expect(within(log()).getByText('Look at these')).toBeVisible();
    accept(
      FakeXhr.last,
      storeUpload(FakeXhr.last, {
        messageType: 'image',
        content: 'Look at these',
        attachments: FakeXhr.last.names.map((name, index) => anAttachment(`a${index}`, 'image', { filename: name })),
      }),
    );
    await isSent(2);
    expect(FakeXhr.last.names).toEqual(['plan.pdf']);
    accept(
      FakeXhr.last,
      storeUpload(FakeXhr.last, {
        messageType: 'file',
        attachments: [anAttachment('f', 'file', { filename: 'plan.pdf' })],
      }),
    );
    await waitFor(() => expect(within(log()).getAllByRole('img', { name: 'Sent' })).toHaveLength(2));
    expect(page.wire.sends()).toEqual([]);
    expect(within(log()).getAllByText('Look at these')).toHaveLength(1);
    await waitFor(async () => expect(await (await openPending()).of(me._id)).toEqual([]));
  });

  it('shows progress and keeps its look once stored', async () => {
    page.server.messages = [aMessage(1, partner)];
    page.open();
    await choose(photo());
    await send();
    await isSent(1);
    act(() => FakeXhr.last.progress(250, 1_000));
    expect(screen.getByRole('progressbar', { name: 'Upload' })).toHaveAttribute('aria-valuenow', '25');
    const picture = (): string | null => log().querySelector('img')?.getAttribute('src') ?? null;
    const own = picture();
    expect(own).toMatch(/^blob:/);
    const tile = screen.getByRole('button', { name: 'Open photo' });
    accept(FakeXhr.last);
    await within(log()).findByRole('img', { name: 'Sent' });
    expect(screen.getByRole('button', { name: 'Open photo' })).toBe(tile);
    expect(picture()).toBe(own);
    expect(screen.queryByRole('progressbar')).not.toBeInTheDocument();
    expect(page.links).toEqual([]);
  });

  it('can be cancelled during the upload', async () => {
    page.open();
    await choose(photo());
    await send();
    await isSent(1);
    await userEvent.click(screen.getByRole('button', { name: 'Cancel upload' }));
    expect(FakeXhr.last.isAborted).toBe(true);
    await waitFor(() => expect(within(log()).queryByRole('button', { name: 'Open photo' })).not.toBeInTheDocument());
    await waitFor(async () => expect(await (await openPending()).of(me._id)).toEqual([]));
    expect(FakeXhr.all).toHaveLength(1);
  });

  it('shows a failure in place and retries under the same id on request', async () => {
    page.open();
    await choose(photo());
    await send();
    await isSent(1);
    act(() =>
      FakeXhr.last.answer(ERRORS.QUOTA_EXCEEDED.status, {
        success: false,
        code: 'QUOTA_EXCEEDED',
        message: ERRORS.QUOTA_EXCEEDED.message,
        requestId: 'r',
      }),
    );
    expect(await within(log()).findByText(ERRORS.QUOTA_EXCEEDED.message)).toBeVisible();
    expect(screen.queryByRole('progressbar')).not.toBeInTheDocument();
    const first = FakeXhr.last;
    await userEvent.click(within(log()).getByRole('button', { name: 'Retry' }));
    await isSent(2);
    expect(FakeXhr.last.clientMessageId).toBe(first.clientMessageId);
    accept(FakeXhr.last);
    expect(await within(log()).findByRole('img', { name: 'Sent' })).toBeVisible();
  });

  it('gives up after 30 s without progress and continues when the connection returns', async () => {
    page.open();
    await choose(photo());
    await send();
    await isSent(1);
    jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'setImmediate', 'nextTick'] });
    // Progress restarts the 30 s.
    act(() => FakeXhr.last.progress(1, 1_000));
    act(() => void jest.advanceTimersByTime(LIMITS.uploadIdle - 1));
    act(() => FakeXhr.last.progress(2, 1_000));
    act(() => void jest.advanceTimersByTime(LIMITS.uploadIdle - 1));
    expect(FakeXhr.last.isAborted).toBe(false);
    act(() => void jest.advanceTimersByTime(1));
    expect(FakeXhr.last.isAborted).toBe(true);
    jest.useRealTimers();
    expect(await within(log()).findByText('Not sent: the connection was lost.')).toBeVisible();
    act(() => page.wire.breakOff());
    page.wire.isReachable = true;
    act(() => page.wire.connect());
    await isSent(2);
  });

  it('refreshes an expired token once and repeats the upload', async () => {
    let refreshes = 0;
    page.http.use(
      rest.post('*/api/auth/refresh-token', () => {
        refreshes += 1;
        return HttpResponse.json({ success: true, token: 'access2', refreshToken: 'refresh2' });
      }),
    );
    page.open();
    await choose(photo());
    await send();
    await isSent(1);
    act(() => FakeXhr.last.answer(401, { success: false, code: 'TOKEN_EXPIRED' }));
    await isSent(2);
    expect(FakeXhr.last.headers['authorization']).toBe('Bearer access2');
    expect(refreshes).toBe(1);
    accept(FakeXhr.last);
    await within(log()).findByRole('img', { name: 'Sent' });
  });
});
