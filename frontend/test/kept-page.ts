import type { MessageView } from '@duet/contracts';
import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { keptStorage } from '../src/platform/kept/kept-storage.js';
import { aMessage, partner } from './chat-server.js';
import { open, remember, useApi } from './pages.js';

export const ofPartner = (seq: number, content: string, more: Partial<MessageView> = {}): MessageView =>
  aMessage(seq, partner, { chatId: 'c1', content, ...more });

/** The stored words of this device. */
export const words = async (): Promise<string> => JSON.stringify((await keptStorage.read())?.state ?? null);

/** A server with a conversation of two messages, and a device that keeps them. */
export function useKeptPage() {
  const server = useApi();
  const kept = {
    server,
    /** The conversation as the server has it. */
    messages: [] as MessageView[],
    away: (): void => server.http.use(http.all('*/api/*', () => HttpResponse.error())),
    /** Opens the chat and waits until it is kept. */
    async openAndKeep() {
      remember(server.api);
      const page = open('/chat');
      await screen.findByText('home at 7');
      await waitFor(async () => expect(await words()).toContain('home at 7'));
      return page;
    },
  };
  beforeEach(() => {
    kept.messages = [ofPartner(1, 'the key is under the pot'), ofPartner(2, 'home at 7')];
    server.http.use(
      server.api.get('/messages/conversation', () => ({
        chatId: 'c1',
        messages: kept.messages,
        markers: [],
        settings: { disappearAfter: null, rev: 0 },
        asOf: kept.messages.at(-1)?.rev ?? 0,
        hasMore: false,
        unread: 0,
      })),
      http.patch('*/api/messages/:what', () => HttpResponse.json({ success: true, data: {} })),
    );
  });
  return kept;
}
