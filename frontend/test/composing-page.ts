import type { DraftView } from '@duet/contracts';
import { screen } from '@testing-library/react';
import { type RequestHandler, http as on } from 'msw';
import { data } from './api-server.js';
import { CHAT, aMessage, partner } from './chat-server.js';
import { type ConversationPage, useConversationPage } from './conversations.js';
import { stored } from './fake-wire.js';

/** A conversation with one message of the partner's, whose server stores the draft. */
interface ComposingPage extends ConversationPage {
  draft: DraftView;
  /** The contents that were saved, in order. */
  saves: string[];
}

const draftHandlers = (page: ComposingPage) => [
  on.get('*/api/messages/draft', () => data(page.draft)),
  on.put<never, { content: string; replyTo: string | null }>('*/api/messages/draft', async ({ request }) => {
    const { content, replyTo } = await request.json();
    page.saves.push(content);
    page.draft = { ...page.draft, content, replyTo, version: page.draft.version + 1 };
    return data(page.draft);
  }),
];

const emptyDraft = (): DraftView => ({
  chatId: CHAT,
  content: '',
  replyTo: null,
  version: 0,
  updatedAt: new Date(0).toISOString(),
});

/** Each test begins with an empty draft. @param handlers of what else the tests of the file ask for */
export function useComposingPage(handlers: RequestHandler[]): ComposingPage {
  const page: ComposingPage = Object.assign(
    useConversationPage(() => [...draftHandlers(page), ...handlers]),
    { draft: emptyDraft(), saves: [] },
  );
  beforeEach(() => {
    [page.draft, page.saves] = [emptyDraft(), []];
    page.server.messages = [aMessage(1, partner, { content: 'from Bob' })];
    page.wire.answerSend = async (send) => stored(page.server.store(send));
  });
  return page;
}

export async function openToCompose(page: ComposingPage): Promise<void> {
  page.open();
  await screen.findByText('from Bob');
}

export const field = (): HTMLElement => screen.getByRole('textbox', { name: 'Message Bob' });
