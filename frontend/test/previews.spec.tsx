import 'fake-indexeddb/auto';
import '@testing-library/jest-dom/jest-globals';
import type { LinkPreviewView, MessageView } from '@duet/contracts';
import { DEFAULT_SETTINGS, ERRORS, LIMITS, attachmentPath } from '@duet/contracts/plain';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http as on } from 'msw';
import { setupServer } from 'msw/node';
import { session } from '../src/platform/session/session.js';
import { CoupleConversation } from '../src/app/couple-conversation.js';
import { LinkPreviewsSwitch } from '../src/features/settings/link-previews-switch.js';
import { toast } from '../src/ui/toast-queue.js';
import { data } from './api-server.js';
import { CHAT, ChatServer, aMessage, me, partner } from './chat-server.js';
import './loaded.js';
import { FakeWire } from './fake-wire.js';
import { renderApp } from './render-app.js';
import './layout.js';

const http = setupServer();
let server: ChatServer;
let wire: FakeWire;
let calls: string[];
let isOn: boolean;

const LINK = 'https://site.example/page';
const preview = (given: Partial<LinkPreviewView> = {}): LinkPreviewView => ({
  url: LINK,
  siteName: 'The Site',
  title: 'A page',
  description: 'Its words',
  ...given,
});
const picture = {
  id: '0b0b0b0b-0b0b-4b0b-8b0b-0b0b0b0b0b0b',
  url: attachmentPath('0b0b0b0b-0b0b-4b0b-8b0b-0b0b0b0b0b0b'),
  width: 640,
  height: 320,
  blur: 'data:image/webp;base64,AAAA',
};

const handlers = [
  on.delete<{ id: string }>('*/api/messages/:id/preview', ({ params }) => {
    calls.push(`remove ${params.id}`);
    return data({ ...server.messages.find(({ _id }) => _id === params.id), preview: null, rev: 9 });
  }),
  on.patch<{ id: string }, { content: string }>('*/api/messages/m:number', async ({ request }) => {
    const { content } = await request.json();
    calls.push(`edit ${content}`);
    return new Promise(() => undefined);
  }),
  on.post<never, { ids: string[] }>('*/api/media/links', async ({ request }) => {
    const { ids } = await request.json();
    calls.push(`links ${ids.join()}`);
    return data({
      links: ids.map((id) => ({
        id,
        query: 'h=1',
        expiresAt: new Date(Date.now() + LIMITS.mediaLinkSeconds * 1_000).toISOString(),
      })),
    });
  }),
  on.get('*/api/users/settings', () =>
    data({ ...DEFAULT_SETTINGS, privacy: { ...DEFAULT_SETTINGS.privacy, linkPreviews: isOn } }),
  ),
  on.put<never, { settings: object }>('*/api/users/settings', async ({ request }) => {
    calls.push(JSON.stringify((await request.json()).settings));
    isOn = false;
    return data({ ...DEFAULT_SETTINGS, privacy: { ...DEFAULT_SETTINGS.privacy, linkPreviews: false } });
  }),
];

beforeAll(() => http.listen());
afterAll(() => http.close());

beforeEach(() => {
  calls = [];
  isOn = true;
  server = new ChatServer();
  server.messages = [
    aMessage(1, partner, { content: `Look ${LINK}` }),
    aMessage(2, me, { content: `Mine ${LINK}`, preview: preview({ title: 'Mine', image: picture }) }),
  ];
  http.use(...handlers, ...server.handlers);
  wire = new FakeWire(me._id);
  session.signedIn({ user: me, partner, token: 'access', refreshToken: 'refresh' });
});

afterEach(() => {
  cleanup();
  http.resetHandlers();
  toast.clear();
  localStorage.clear();
  session.signedOut();
});

const show = (element = <CoupleConversation />) => renderApp('/', { element, wire });

const named = (title: string) => ({ name: (name: string) => name.startsWith(`Link preview: The Site ${title}`) });
const card = (title: string) => screen.findByRole('link', named(title));
const noCard = (title: string): void => expect(screen.queryByRole('link', named(title))).not.toBeInTheDocument();

/** Adds a preview to the first message and sends the live event. */
function updatePreview(more: Partial<MessageView>): void {
  const [first] = server.messages;
  if (first)
    act(() =>
      wire.deliver('message_status_update', {
        chatId: CHAT,
        rev: 3,
        messageId: 'm1',
        status: 'previewed',
        message: { ...first, rev: 3, ...more },
      }),
    );
}

const itemOf = (element: HTMLElement): HTMLElement => {
  const found = element.closest<HTMLElement>('[data-message]');
  if (!found) throw new Error('in no message');
  return found;
};

describe('a link preview', () => {
  it('appears later with the site’s texts and leads to the link of the message', async () => {
    show();
    await card('Mine');
    noCard('A page');
    updatePreview({ preview: preview() });
    const shown = await card('A page');
    expect(shown).toHaveAttribute('href', LINK);
    expect(shown).toHaveAttribute('target', '_blank');
    expect(shown).toHaveAttribute('rel', 'noopener noreferrer');
    expect(shown).toHaveTextContent('Link preview: The Site A page Its words');
    expect(within(itemOf(shown)).getByRole('link', { name: LINK })).toBeVisible();
  });

  it('loads its picture by a signed link into space reserved from the start', async () => {
    show();
    const shown = await card('Mine');
    const image = await waitFor(() => {
      const found = shown.querySelector('img');
      if (!found) throw new Error('no picture yet');
      return found;
    });
    expect(image).toHaveAttribute('src', `${picture.url}?h=1`);
    expect(image.parentElement).toHaveStyle({ aspectRatio: '640 / 320' });
    expect(calls).toEqual([`links ${picture.id}`]);
    for (const one of document.querySelectorAll('img, link, script, iframe'))
      expect(one.getAttribute('src') ?? one.getAttribute('href') ?? '').not.toContain('site.example');
  });

  it('renders the site’s texts as plain text', async () => {
    show();
    await card('Mine');
    const evil = '<img src=x onerror=alert(1)>';
    updatePreview({ preview: preview({ title: evil, description: '<script>alert(2)</script>' }) });
    const shown = await card(evil);
    expect(shown).toHaveTextContent(evil);
    expect(shown.querySelectorAll('img, script')).toHaveLength(0);
  });

  it('is shown only for the first link, and not on a deleted message', async () => {
    show();
    await card('Mine');
    updatePreview({ preview: preview({ url: 'https://elsewhere.example/' }) });
    await waitFor(() => expect(screen.getByRole('log')).toBeVisible());
    noCard('A page');
    updatePreview({ preview: null, content: '', deletedAt: new Date().toISOString(), rev: 4 });
    await screen.findByText('Message deleted');
    noCard('A page');
  });

  it('is neither shown nor loaded for a user who switched previews off', async () => {
    isOn = false;
    show();
    await screen.findByText('Mine', { selector: 'p', exact: false });
    updatePreview({ preview: preview() });
    await waitFor(() => expect(screen.getByRole('log')).toBeVisible());
    noCard('Mine');
    noCard('A page');
    expect(calls).toEqual([]);
  });
});

describe('a preview of an own message', () => {
  it('can be removed from its menu, unlike the partner’s', async () => {
    show();
    await card('Mine');
    updatePreview({ preview: preview() });
    const theirs = itemOf(await card('A page'));
    fireEvent.keyDown(theirs, { key: 'Enter' });
    await screen.findByRole('menuitem', { name: 'Reply' });
    expect(screen.queryByRole('menuitem', { name: 'Remove preview' })).not.toBeInTheDocument();
    await userEvent.keyboard('{Escape}');
    fireEvent.keyDown(itemOf(await card('Mine')), { key: 'Enter' });
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Remove preview' }));
    await waitFor(() => noCard('Mine'));
    await waitFor(() => expect(calls).toContain('remove m2'));
    expect(screen.getAllByRole('link', { name: LINK })).toHaveLength(2);
  });

  it('returns when the removal is refused', async () => {
    http.use(
      on.delete('*/api/messages/:id/preview', () =>
        HttpResponse.json(
          { success: false, code: 'UNAVAILABLE', message: ERRORS.UNAVAILABLE.message, requestId: 'r' },
          { status: 503 },
        ),
      ),
    );
    show();
    fireEvent.keyDown(itemOf(await card('Mine')), { key: 'Enter' });
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Remove preview' }));
    await screen.findByText(ERRORS.UNAVAILABLE.message);
    expect(await card('Mine')).toBeVisible();
  });

  it('disappears at once when an edit changes the link', async () => {
    show();
    fireEvent.keyDown(itemOf(await card('Mine')), { key: 'e' });
    const field = await screen.findByRole('textbox', { name: 'Edit message' });
    await userEvent.clear(field);
    await userEvent.type(field, 'Rather https://other.example/{Enter}');
    await waitFor(() => expect(calls).toContain('edit Rather https://other.example/'));
    noCard('Mine');
  });
});

describe('the preview switch', () => {
  it('explains who contacts the site and saves the choice', async () => {
    show(<LinkPreviewsSwitch />);
    const control = await screen.findByRole('switch', { name: /Link previews/ });
    await waitFor(() => expect(control).toBeEnabled());
    expect(control).toBeChecked();
    expect(screen.getByText(/Duet’s server fetches the page/)).toBeVisible();
    await userEvent.click(control);
    await waitFor(() => expect(calls).toEqual([JSON.stringify({ privacy: { linkPreviews: false } })]));
    expect(control).not.toBeChecked();
  });
});
