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
