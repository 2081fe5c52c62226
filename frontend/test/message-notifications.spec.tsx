import type { SettingsChange } from '@duet/contracts/plain';
import { act, screen, waitFor } from '@testing-library/react';
import { HttpResponse, http as route } from 'msw';
import { CHAT, aMessage, partner } from './chat-server.js';
import { bubbles } from './conversations.js';
import { findLog, looks, useReadingPage } from './reading-page.js';

const { page, prefers } = useReadingPage();

describe('a notification', () => {
  class FakeNotification {
    static permission = 'granted';
    static readonly shown: { title: string; body: string }[] = [];
    static press: () => void = () => undefined;
    constructor(title: string, { body }: { body: string }) {
      FakeNotification.shown.push({ title, body });
    }
    addEventListener(_click: string, listener: () => void): void {
      FakeNotification.press = listener;
    }
    close(): void {}
  }

  beforeEach(() => {
    FakeNotification.shown.length = 0;
    Object.assign(window, { Notification: FakeNotification });
    looks(false);
    jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  });

  afterEach(() => void Reflect.deleteProperty(window, 'Notification'));

  const receiveMessage = async (change: SettingsChange): Promise<void> => {
    prefers(change);
    const store = page.open();
    await findLog();
    await waitFor(() =>
      expect(
        Object.values(store.getState().api.queries).some(
          (query) => query?.endpointName === 'getSettings' && query.status === 'fulfilled',
        ),
      ).toBe(true),
    );
    act(() => page.wire.deliver('new_message', aMessage(1, partner, { content: 'the cake is hidden' })));
  };

  it.each([
    ['hidden', { title: 'Duet', body: 'New message' }],
    ['name', { title: 'Duet', body: 'New message from Bob' }],
    ['full', { title: 'Bob', body: 'the cake is hidden' }],
  ] as const)('shows as much on a locked screen as the setting %s allows', async (lockScreen, expected) => {
    await receiveMessage({ notifications: { lockScreen } });
    await waitFor(() => expect(FakeNotification.shown).toEqual([expected]));
    expect(screen.getByText('New message from Bob')).toBeInTheDocument();
  });

  it('names the partner by the nickname, and leads to the conversation', async () => {
    page.server.nickname = 'Bobby';
    await receiveMessage({ notifications: { lockScreen: 'name' } });
    await waitFor(() => expect(FakeNotification.shown).toEqual([{ title: 'Duet', body: 'New message from Bobby' }]));
    expect(screen.getByText('New message from Bobby')).toBeInTheDocument();
    jest.spyOn(window, 'focus').mockReturnValue();
    act(() => FakeNotification.press());
    expect(page.at()).toBe(`/chat/${CHAT}`);
  });

  it('is not shown while muted', async () => {
    await receiveMessage({ notifications: { mutedUntil: new Date(Date.now() + 60_000).toISOString() } });
    await waitFor(() => expect(bubbles()).toHaveLength(1));
    expect(screen.queryByText('New message from Bob')).not.toBeInTheDocument();
    expect(FakeNotification.shown).toEqual([]);
  });

  it('is counted in the title', async () => {
    page.http.use(
      route.get('*/api/messages/unread-count', () => HttpResponse.json({ success: true, data: { count: 3 } })),
    );
    page.open();
    await waitFor(() => expect(document.title).toBe('(3) Duet'));
  });
});
