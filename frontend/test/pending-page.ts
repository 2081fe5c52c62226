import type { ERRORS } from '@duet/contracts/plain';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { openPending } from '../src/sync/pending/pending-storage.js';
import { aMessage, me } from './chat-server.js';
import { stored } from './fake-wire.js';
import { FakeXhr } from './fake-xhr.js';
import { anAttachment, useMediaPage } from './media-page.js';

export const never = (): never => {
  throw new Error('no pending message');
};

export const field = (): Promise<HTMLElement> => screen.findByLabelText('Message Bob', { selector: 'textarea' });
export const isSent = (count: number): Promise<void> => waitFor(() => expect(FakeXhr.all).toHaveLength(count));
export const storedIds = async (): Promise<string[]> =>
  (await (await openPending()).of(me._id)).map(({ clientMessageId }) => clientMessageId);

export const attach = async (name = 'beach.jpg'): Promise<void> => {
  await userEvent.upload(await screen.findByLabelText('Files to attach', { selector: 'input' }), [
    new File(['x'], name, { type: 'image/jpeg' }),
  ]);
};
export const send = (): Promise<void> => userEvent.click(screen.getByRole('button', { name: 'Send' }));
export const refuseUpload = (status: number, code: keyof typeof ERRORS): void =>
  act(() => FakeXhr.last.answer(status, { success: false, code, message: '', requestId: 'r' }));

/** A conversation with files, and the server's answers to texts and to the last upload. */
export function usePendingPage() {
  const page = useMediaPage();

  const sentTexts = (): string[] => page.wire.sends().map(({ content }) => content);

  const accept = (): void => {
    page.wire.answerSend = async (text) => stored(page.server.store(text));
  };

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

  return { page, sentTexts, accept, acceptUpload };
}
