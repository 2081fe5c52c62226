import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { session } from '../src/platform/session/session.js';
import { refusal } from './api-server.js';
import { me } from './chat-server.js';
import { FakeWire } from './fake-wire.js';
import { open, remember, useApi } from './pages.js';
import { renderApp } from './render-app.js';

const server = useApi();
const LOST = 'This could not be loaded.';
const ALONE = /no partner|for two$|not linked/i;

let isAway: boolean;

beforeEach(() => {
  isAway = true;
  remember(server.api);
  server.http.use(
    http.get('*/api/partners/status', () => (isAway ? refusal('INTERNAL') : undefined)),
    server.api.get('/messages/conversation', () => refusal('INTERNAL')),
  );
});

/** A connection that comes only once the test opens it. */
class LateWire extends FakeWire {
  isAllowed = false;
  override connect(): void {
    if (this.isAllowed) super.connect();
  }
}

function openWithout(path: string): LateWire {
  session.restart();
  const wire = new LateWire(me._id);
  renderApp(path, { wire });
  return wire;
}

describe('a page that needs the couple, whose status did not load', () => {
  it.each([
    ['/chat', () => screen.findByRole('region', { name: 'Conversation with Bob' })],
    ['/memories', () => screen.findByRole('heading', { name: 'On this day' })],
    ['/challenges', () => screen.findByRole('tab', { name: 'Ideas' })],
  ])('%s says so, and loads it again on a press', async (path, content) => {
    openWithout(path);
    const alert = await screen.findByText(LOST);
    isAway = false;
    await userEvent.click(within(alert.closest<HTMLElement>('[role=alert]') ?? document.body).getByText('Retry'));
    expect(await content()).toBeVisible();
    expect(screen.queryByText(LOST)).not.toBeInTheDocument();
  });

  it('loads it once the live connection is there', async () => {
    const wire = openWithout('/challenges');
    await screen.findByText(LOST);
    isAway = false;
    wire.isAllowed = true;
    wire.connect();
    expect(await screen.findByRole('tab', { name: 'Ideas' })).toBeVisible();
  });
});

describe('after a sign-in that did not wait for pairing', () => {
  /** Opens a page as it is after the sign-in. */
  function openAfterSignIn(path: string) {
    session.signedIn({ user: { ...me, partner: null }, partner: null, ...server.api.tokens });
    return renderApp(path, { wire: new LateWire(me._id) });
  }

  it.each([
    ['/dashboard', () => screen.findByRole('heading', { name: 'Welcome back, Ada' })],
    ['/chat', () => screen.findByRole('region', { name: 'Conversation with Bob' })],
    ['/profile', () => screen.findByRole('button', { name: 'Unlink' })],
    ['/partner', () => screen.findByRole('heading', { name: 'Your name for them' })],
    ['/memories', () => screen.findByRole('heading', { name: 'On this day' })],
    ['/challenges', () => screen.findByRole('tab', { name: 'Ideas' })],
  ])('%s takes nobody for alone, and loads the couple on a press', async (path, content) => {
    const page = openAfterSignIn(path);
    const alert = await screen.findByText(LOST);
    expect(page.at()).toBe(path);
    expect(screen.queryByText(ALONE)).not.toBeInTheDocument();
    isAway = false;
    await userEvent.click(within(alert.closest<HTMLElement>('[role=alert]') ?? document.body).getByText('Retry'));
    expect(await content()).toBeVisible();
  });

  it('the settings say nothing of a partner, and a search asks the server', async () => {
    server.http.use(http.get('*/api/search', () => refusal('UNAVAILABLE')));
    const page = openAfterSignIn('/settings');
    await userEvent.click(await screen.findByRole('button', { name: 'Configure Relationship' }));
    expect(await within(screen.getByRole('dialog')).findByText(LOST)).toBeVisible();
    expect(screen.queryByText(ALONE)).not.toBeInTheDocument();
    await page.go('/search?q=beach');
    expect(await screen.findByText('Search failed.')).toBeVisible();
    expect(screen.queryByText('Find your partner')).not.toBeInTheDocument();
  });
});

it('the chat on a phone’s dashboard that did not load says so instead of greeting, and loads again on a press', async () => {
  isAway = false;
  const query = { matches: true, addEventListener: () => undefined, removeEventListener: () => undefined };
  Object.assign(globalThis, { matchMedia: () => query });
  open('/dashboard');
  const chat = within(await screen.findByRole('region', { name: 'Conversation with Bob' }));
  expect(await chat.findByText('The messages could not be loaded')).toBeVisible();
  expect(chat.queryByText(/^Say hello/)).not.toBeInTheDocument();
  server.http.use(
    server.api.get('/messages/conversation', () => ({
      ...{ chatId: 'c1', messages: [], markers: [], settings: { disappearAfter: null, rev: 0 } },
      ...{ asOf: 0, hasMore: false, unread: 0 },
    })),
  );
  await userEvent.click(chat.getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(chat.getByText('Say hello to Bob')).toBeVisible());
  Reflect.deleteProperty(globalThis, 'matchMedia');
});
