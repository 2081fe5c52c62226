import type { MessageView } from '@duet/contracts';
import { screen, within } from '@testing-library/react';
import { http as on } from 'msw';
import { data } from './api-server.js';
import { aMessage, me, partner } from './chat-server.js';
import { type ConversationPage, useConversationPage } from './conversations.js';
import { stored } from './fake-wire.js';

/** The row of a message. */
export const item = (text: string): HTMLElement => {
  const found = within(screen.getByRole('log'))
    .getByText(text, { selector: 'p' })
    .closest<HTMLElement>('[data-message]');
  if (!found) throw new Error(`${text} is in no message`);
  return found;
};

/** A conversation with one message of each person. Its server applies reactions, edits and deletions. */
export function useActsPage() {
  const page: ConversationPage = useConversationPage(() => changes);
  /** The calls that change single messages, in order. */
  const calls: string[] = [];

  /** Changes a message under the next rev, like the server. */
  function changed(id: string, change: Partial<MessageView>): MessageView {
    const rev = Math.max(...page.server.messages.map((message) => message.rev)) + 1;
    page.server.messages = page.server.messages.map((message) =>
      message._id === id ? { ...message, ...change, rev } : message,
    );
    return page.server.messages.find(({ _id }) => _id === id) ?? aMessage(0, me);
  }

  const changes = [
    on.post<{ id: string }, { emoji: string }>('*/api/messages/:id/reaction', async ({ request, params }) => {
      const { emoji } = await request.json();
      calls.push(`react ${params.id} ${emoji}`);
      return data(changed(params.id, { reactions: [{ emoji, user: me._id }] }));
    }),
    on.patch<{ id: string }, { content: string }>('*/api/messages/:id', async ({ request, params }) => {
      // `delivered` and `read` are not message ids.
      if (!params.id.startsWith('m')) return;
      const { content } = await request.json();
      calls.push(`edit ${params.id} ${content}`);
      return data(changed(params.id, { content, editedAt: new Date().toISOString() }));
    }),
    on.delete<{ id: string }>('*/api/messages/:id', ({ params }) => {
      calls.push(`delete ${params.id}`);
      return data(changed(params.id, { content: '', deletedAt: new Date().toISOString() }));
    }),
  ];

  beforeEach(() => {
    calls.splice(0);
    page.server.messages = [aMessage(1, partner, { content: 'from Bob' }), aMessage(2, me, { content: 'from Ada' })];
    page.wire.answerSend = async (send) => stored(page.server.store(send));
  });

  async function openPage(): Promise<void> {
    page.open();
    await screen.findByText('from Bob', { selector: 'p' });
  }

  return { page, calls, changed, openPage };
}
