import { createHash, randomBytes } from 'node:crypto';
import type { PushState, SubscribePushDto } from '@duet/contracts';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http as msw } from 'msw';
import { pushNotes } from '../src/platform/push/push-notes.js';
import { session } from '../src/platform/session/session.js';
import { data } from './api-server.js';
import { aMessage, partner } from './chat-server.js';
import { FakePush } from './fake-push.js';
import { open, remember, useApi } from './pages.js';

const server = useApi();
const [KEY, NEW_KEY] = [randomBytes(65).toString('base64url'), randomBytes(65).toString('base64url')];
let browser: FakePush;
let uninstall: () => void;
let state: PushState;
let subscribed: SubscribePushDto[];
let tests: number;

beforeEach(() => {
  browser = new FakePush();
  uninstall = browser.install();
  [state, subscribed, tests] = [{ publicKey: KEY, subscribed: false }, [], 0];
  server.http.use(
    msw.get('*/api/users/push', () => data(state)),
    msw.post('*/api/users/push', async ({ request }) => {
      const dto: SubscribePushDto = Object(await request.json());
      subscribed.push(dto);
      state = { ...state, subscribed: true };
      return data(state);
    }),
    msw.delete('*/api/users/push', () => {
      state = { ...state, subscribed: false };
      return data(state);
    }),
    msw.patch('*/api/messages/delivered', () =>
      data({ userId: 'a', upTo: 0, deliveredUpTo: 4, rev: 5, readAt: new Date(0).toISOString() }),
    ),
    msw.post('*/api/users/push/test', () => {
      tests += 1;
      return data({ done: true });
    }),
  );
  remember(server.api);
});

afterEach(async () => {
  session.signedOut();
  localStorage.clear();
  await pushNotes.write('device', null);
  uninstall();
});

async function openSettings() {
  const opened = open('/settings');
  await userEvent.click(await screen.findByRole('button', { name: 'Configure Notifications' }));
  const dialog = await screen.findByRole('dialog', { name: 'Notifications' });
  const click = async (name: string) => userEvent.click(await within(dialog).findByRole('button', { name }));
  return { ...opened, dialog, click };
}

/** A device that subscribed earlier with this key. */
async function turnedOn(publicKey = KEY): Promise<void> {
  browser.permission = 'granted';
  browser.subscription = { endpoint: 'https://push.example/before', publicKey };
  state = { ...state, subscribed: true };
  localStorage.setItem('duet-push', 'on');
  await pushNotes.write('device', { endpoint: 'https://push.example/before', auth: 'a', publicKey });
}

describe('this device', () => {
  it('subscribes with permission and our key, receives a test and unsubscribes', async () => {
    const { dialog, click } = await openSettings();
    await click('Turn on notifications');
    expect(
      await within(dialog).findByText('This device shows notifications, also while Duet is closed.'),
    ).toBeVisible();
    expect(subscribed).toEqual([
      { endpoint: 'https://push.example/1', p256dh: 'p', auth: 'auth of https://push.example/1' },
    ]);
    expect(browser.subscription).toEqual({ endpoint: 'https://push.example/1', publicKey: KEY });
    await waitFor(async () =>
      expect(await pushNotes.device()).toEqual({
        endpoint: 'https://push.example/1',
        auth: 'auth of https://push.example/1',
        publicKey: KEY,
      }),
    );
    await click('Send a test notification');
    await waitFor(() => expect(tests).toBe(1));
    expect(browser.popped).toEqual([]);
    await click('Turn off on this device');
    expect(await within(dialog).findByText('This device shows no notifications while Duet is closed.')).toBeVisible();
    expect(state.subscribed).toBe(false);
    await waitFor(() => expect(browser.subscription).toBeNull());
  });

  it('shows that the browser blocks notifications', async () => {
    browser.answer = 'denied';
    const { dialog, click } = await openSettings();
    await click('Turn on notifications');
    expect(await within(dialog).findByText(/^Your browser blocks notifications of this page/)).toBeVisible();
    expect(subscribed).toEqual([]);
  });

  it('shows that the browser refused to subscribe', async () => {
    browser.failing = true;
    const { click } = await openSettings();
    await click('Turn on notifications');
    expect(
      await screen.findByText('Your browser could not turn notifications on. Please try again later.'),
    ).toBeInTheDocument();
    expect(subscribed).toEqual([]);
  });

  it('relies on open tabs when the server has no key', async () => {
    state = { publicKey: null, subscribed: false };
    const { dialog } = await openSettings();
    expect(
      await within(dialog).findByText('This Duet is not set up to reach devices while it is closed.'),
    ).toBeVisible();
    expect(within(dialog).getByText(/^Shown by your browser while Duet is open in a tab/)).toBeVisible();
  });

  it('asks iPhone users to add the app to the home screen', async () => {
    Reflect.deleteProperty(globalThis, 'PushManager');
    const agent = jest
      .spyOn(navigator, 'userAgent', 'get')
      .mockReturnValue('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)');
    const { dialog } = await openSettings();
    expect(await within(dialog).findByText(/tap Share, then Add to Home Screen/)).toBeVisible();
    agent.mockRestore();
  });

  it('subscribes again when the key has changed, and does nothing otherwise', async () => {
    await turnedOn();
    const { unmount } = open('/profile');
    await screen.findByRole('heading', { level: 1 });
    unmount();
    expect(subscribed).toEqual([]);
    state = { publicKey: NEW_KEY, subscribed: true };
    open('/profile');
    await waitFor(() => expect(subscribed).toHaveLength(1));
    expect(browser.subscription?.publicKey).toBe(NEW_KEY);
  });

  it('sends a subscription again that the server has lost', async () => {
    await turnedOn();
    state = { ...state, subscribed: false };
    open('/profile');
    await waitFor(() => expect(subscribed).toMatchObject([{ endpoint: 'https://push.example/before' }]));
  });

  it('replaces a subscription of another endpoint, which somebody else has made', async () => {
    await turnedOn();
    const hashOf = (endpoint: string) => createHash('sha256').update(endpoint).digest('base64url');
    state = { ...state, endpointHash: hashOf('https://push.example/before') };
    const { unmount } = open('/profile');
    await screen.findByRole('heading', { level: 1 });
    unmount();
    expect(subscribed).toEqual([]);
    state = { ...state, endpointHash: hashOf('https://push.example/elsewhere') };
    open('/profile');
    await waitFor(() => expect(subscribed).toMatchObject([{ endpoint: 'https://push.example/before' }]));
  });

  it('unsubscribes when the session ends', async () => {
    await turnedOn();
    open('/profile');
    await screen.findByRole('heading', { level: 1 });
    act(() => session.signedOut());
    await waitFor(() => expect(browser.subscription).toBeNull());
    expect(localStorage.getItem('duet-push')).toBeNull();
  });

  it.each(['never turned on', 'turned off', 'blocked', 'unsupported'])(
    'ends a subscription that somebody else has made where push is %s, and makes none',
    async (where) => {
      browser.permission = where === 'blocked' ? 'denied' : 'granted';
      if (where === 'turned off') localStorage.setItem('duet-push', 'off');
      if (where === 'unsupported') Reflect.deleteProperty(globalThis, 'PushManager');
      state = { ...state, subscribed: true };
      open('/profile');
      await waitFor(() => expect(state.subscribed).toBe(false));
      expect([subscribed, localStorage.getItem('duet-push')]).toEqual([[], where === 'turned off' ? 'off' : null]);
    },
  );
});

describe('an open page', () => {
  /** A message arrives while the tab is hidden. */
  async function hidden(): Promise<void> {
    const { wire } = open('/profile');
    await screen.findByRole('heading', { level: 1 });
    const visibility = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    act(() => wire.deliver('new_message', aMessage(4, partner)));
    expect(await screen.findByText(/^New message from/)).toBeInTheDocument();
    await act(async () => undefined);
    visibility.mockRestore();
  }

  it('leaves notifications to the service worker if push is on', async () => {
    await turnedOn();
    await hidden();
    expect(browser.popped).toEqual([]);
  });

  it('shows no notification if push is off on this device', async () => {
    browser.permission = 'granted';
    localStorage.setItem('duet-push', 'off');
    await hidden();
    expect(browser.popped).toEqual([]);
  });

  it('shows a notification itself if push was never turned on and it has permission', async () => {
    browser.permission = 'granted';
    await hidden();
    await waitFor(() => expect(browser.popped).toHaveLength(1));
  });

  it('opens the page of a notification and clears the others when it becomes visible', async () => {
    await turnedOn();
    const { at } = open('/profile');
    await screen.findByRole('heading', { level: 1 });
    const shown = { closed: false };
    browser.shown.push(shown);
    act(() => browser.lead('/settings'));
    await waitFor(() => expect(at()).toBe('/settings'));
    act(() => browser.lead('https://elsewhere.example/'));
    expect(at()).toBe('/settings');
    const visibility = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible');
    act(() => void window.dispatchEvent(new Event('focus')));
    await waitFor(() => expect(shown.closed).toBe(true));
    visibility.mockRestore();
  });
});
