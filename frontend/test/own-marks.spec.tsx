import type { MessageHits, MessageView, OwnMarkChange } from '@duet/contracts';
import { hiddenView } from '@duet/contracts/plain';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http as on } from 'msw';
import { keptPage } from '../src/app/kept/kept-page.js';
import type { AppStore } from '../src/app/store.js';
import { data, refusal } from './api-server.js';
import { CHAT, aMessage, me, partner } from './chat-server.js';
import { useConversationPage } from './conversations.js';

const page = useConversationPage(() => calls);
/** The calls of this person, in order. */
let asked: string[];
/** Whether calls get no answer. */
let isOffline: boolean;
let found: (search: URLSearchParams) => MessageView[];

const marked = (seq: number, ownRev: number, more: { starredAt?: string | null; hidden?: boolean }): OwnMarkChange => ({
  kind: 'message',
  ownRev,
  mark: { messageId: `m${seq}`, seq, starredAt: null, hidden: false, ...more },
});
const star = ({ params, request: { method } }: { params: { id: string }; request: Request }) => {
  asked.push(`${method} ${params.id}`);
  const starredAt = method === 'PUT' ? new Date().toISOString() : null;
  return data({
    messageId: params.id,
    seq: Number(params.id.slice(1)),
    starredAt,
    hidden: false,
    ownRev: asked.length,
  });
};
const calls = [
  on.put<{ id: string }>('*/api/messages/:id/star', star),
  on.delete<{ id: string }>('*/api/messages/:id/star', star),
  on.put<never, { from: number | null }>('*/api/messages/unread', async ({ request }) => {
    const { from } = await request.json();
    asked.push(`unread ${from}`);
    return data({ from, readUpTo: 2, ownRev: asked.length + 1, unread: 1 });
  }),
  on.get('*/api/messages/starred', () => {
    const [message] = page.server.messages;
    return data({ items: [{ message, starredAt: new Date().toISOString() }], nextCursor: null });
  }),
  on.get('*/api/messages/search', ({ request }) => {
    if (isOffline) return HttpResponse.error();
    const search = new URL(request.url).searchParams;
    asked.push(`search ${[...search].map((pair) => pair.join('=')).join(' ')}`);
    const messages = found(search);
    return data({ messages, hasMore: false, nextCursor: null, total: messages.length } satisfies MessageHits);
  }),
];

beforeEach(() => {
  [asked, isOffline] = [[], false];
  found = () => [];
  page.server.own = [
    {
      kind: 'marker',
      ownRev: 1,
      marker: { userId: me._id, upTo: 2, deliveredUpTo: 2, rev: 0, ownRev: 1, readAt: '2026-01-01T00:00:00Z' },
    },
  ];
  page.server.messages = [aMessage(1, partner, { content: 'from Bob' }), aMessage(2, me, { content: 'from Ada' })];
});

async function openPage(): Promise<AppStore> {
  const store = page.open();
  await screen.findByText('from Bob', { selector: 'p' });
  return store;
}

const item = (text: string): HTMLElement => {
  const bubble = within(screen.getByRole('log'))
    .getByText(text, { selector: 'p' })
    .closest<HTMLElement>('[data-message]');
  if (!bubble) throw new Error(`${text} is in no message`);
  return bubble;
};
async function fromMenu(text: string, entry: string): Promise<void> {
  fireEvent.keyDown(item(text), { key: 'Enter' });
  await userEvent.click(await screen.findByRole('menuitem', { name: entry }));
}
const arrives = (change: OwnMarkChange): void =>
  act(() => page.wire.deliver('own_marked', { chatId: CHAT, ownRev: change.ownRev, change }));

describe('a star', () => {
  it('shows on its message, lists it, and is taken back from the menu', async () => {
    await openPage();
    await fromMenu('from Bob', 'Star');
    expect(await within(item('from Bob')).findByRole('img', { name: 'Starred' })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Conversation menu' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Starred messages' }));
    const panel = await screen.findByRole('dialog', { name: 'Starred messages' });
    await userEvent.click(await within(panel).findByRole('button', { name: /from Bob/ }));
    await waitFor(() => expect(panel).not.toBeInTheDocument());
    await fromMenu('from Bob', 'Remove star');
    await waitFor(() => expect(within(item('from Bob')).queryByRole('img', { name: 'Starred' })).toBeNull());
    expect(asked).toEqual(['PUT m1', 'DELETE m1']);
  });

  it('of another own device shows here, and an older state of it does not take it back', async () => {
    await openPage();
    arrives(marked(2, 3, { starredAt: '2026-01-01T00:00:00Z' }));
    arrives(marked(2, 2, {}));
    expect(within(item('from Ada')).getByRole('img', { name: 'Starred' })).toBeVisible();
  });
});

describe('a message that is deleted for oneself', () => {
  it('can be undone, and is asked for with `for=me` when the page closes', async () => {
    await openPage();
    await fromMenu('from Bob', 'Delete for me');
    expect(screen.queryByText('from Bob', { selector: 'p' })).toBeNull();
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(item('from Bob')).toBeVisible();
    await fromMenu('from Bob', 'Delete for me');
    const leaving = jest.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('the page is gone'));
    act(() => void window.dispatchEvent(new Event('pagehide')));
    expect(leaving).toHaveBeenCalledWith('/api/messages/m1?for=me', expect.objectContaining({ method: 'DELETE' }));
    leaving.mockRestore();
    localStorage.removeItem('duet-deletions');
  });

  it('leaves the list and what the device keeps, and the partner’s changes do not bring it back', async () => {
    const reply = aMessage(3, partner, { content: 'about that' });
    const [first] = page.server.messages;
    if (!first) throw new Error('a message was expected');
    page.server.messages.push({ ...reply, replyTo: { ...first, content: 'from Bob' } });
    const store = await openPage();
    arrives(marked(1, 2, { hidden: true }));
    await waitFor(() => expect(screen.queryByText('from Bob')).toBeNull());
    const edited = { ...first, content: 'from Bob!', rev: 4 };
    act(() =>
      page.wire.deliver('message_status_update', {
        chatId: CHAT,
        rev: 4,
        messageId: first._id,
        status: 'edited',
        message: edited,
      }),
    );
    expect(screen.getByText('about that', { selector: 'p' })).toBeVisible();
    expect(screen.queryByText(/from Bob/)).toBeNull();
    const { conversation } = store.getState().live;
    const kept = conversation && keptPage(conversation, Date.now());
    expect(JSON.stringify(kept?.messages.map(({ content }) => content))).not.toContain('from Bob');
    expect(kept?.own).toMatchObject({ hidden: [1], marks: [marked(1, 2, { hidden: true })] });
  });

  it('is not shown where the server sends it emptied', async () => {
    page.server.messages = [
      hiddenView(aMessage(1, partner, { content: 'gone' })),
      aMessage(2, partner, { content: 'from Bob' }),
    ];
    await openPage();
    expect(within(screen.getByRole('log')).getAllByRole('listitem')).toHaveLength(1);
  });
});

describe('an unread mark', () => {
  it('draws its line, and nothing is read until the user comes back', async () => {
    jest.spyOn(document, 'hasFocus').mockReturnValue(true);
    await openPage();
    await fromMenu('from Bob', 'Mark unread');
    // The toast first: it goes by itself.
    expect(await screen.findByText('Marked as unread')).toBeVisible();
    expect(await screen.findByText('New')).toBeVisible();
    expect(asked).toEqual(['unread 1']);
    jest.restoreAllMocks();
  });

  it('is not offered for own messages', async () => {
    await openPage();
    fireEvent.keyDown(item('from Ada'), { key: 'Enter' });
    expect(await screen.findByRole('menuitem', { name: 'Star' })).toBeVisible();
    expect(screen.queryByRole('menuitem', { name: 'Mark unread' })).toBeNull();
  });
});

describe('the search in the chat', () => {
  const bar = () => screen.getByRole('search', { name: 'Search the chat' });
  const count = () => within(bar()).getByRole('status');

  it('opens by the key, walks through the results and closes', async () => {
    found = ({ size }) => (size > 0 ? page.server.messages.toReversed() : []);
    const store = await openPage();
    fireEvent.keyDown(document.body, { key: 'f', ctrlKey: true });
    const field = await screen.findByRole('searchbox', { name: 'Search the chat' });
    await waitFor(() => expect(field).toHaveFocus());
    await userEvent.type(field, 'f');
    await waitFor(() => expect(count()).toHaveTextContent('Type at least two letters'));
    await userEvent.type(field, 'rom');
    await waitFor(() => expect(count()).toHaveTextContent('1 of 2'));
    expect(asked).toEqual(['search q=from limit=50']);
    expect(store.getState().live.place.seq).toBe(2);
    await userEvent.keyboard('{Enter}');
    expect(count()).toHaveTextContent('2 of 2');
    expect(store.getState().live.place.seq).toBe(1);
    expect(screen.getByRole('button', { name: 'Earlier result' })).toBeDisabled();
    await userEvent.keyboard('{Shift>}{Enter}{/Shift}');
    expect(count()).toHaveTextContent('1 of 2');
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('search', { name: 'Search the chat' })).toBeNull();
  });

  it('asks again for a page that failed, also by a press', async () => {
    let [isBroken, failed] = [true, 0];
    page.http.use(
      on.get('*/api/messages/search', ({ request }) => {
        const isFirst = new URL(request.url).searchParams.get('cursor') === null;
        if (!isFirst && isBroken) {
          failed += 1;
          return refusal('RATE_LIMITED');
        }
        const message = aMessage(isFirst ? 2 : 1, partner, { content: 'from Bob' });
        const hits = { messages: [message], hasMore: isFirst, nextCursor: isFirst ? 'next' : null, total: 2 };
        return data(hits satisfies MessageHits);
      }),
    );
    await openPage();
    fireEvent.keyDown(document.body, { key: 'f', ctrlKey: true });
    await userEvent.type(await screen.findByRole('searchbox', { name: 'Search the chat' }), 'from');
    await waitFor(() => expect(count()).toHaveTextContent('1 of 2'));
    const earlier = screen.getByRole('button', { name: 'Earlier result' });
    await waitFor(() => expect(failed).toBe(1));
    isBroken = false;
    await waitFor(async () => {
      await userEvent.click(earlier);
      expect(count()).toHaveTextContent('2 of 2');
    });
    expect(earlier).toBeDisabled();
  });

  it('searches by filters alone, and says that nothing was found', async () => {
    await openPage();
    await userEvent.click(screen.getByRole('button', { name: 'Search the chat' }));
    await screen.findByRole('search', { name: 'Search the chat' });
    await userEvent.click(within(bar()).getByRole('button', { name: 'From' }));
    await screen.findByRole('menuitem', { name: 'Bob' });
    // Escape closes the menu alone.
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('menuitem', { name: 'Bob' })).toBeNull());
    await userEvent.click(within(bar()).getByRole('button', { name: 'From' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Bob' }));
    await waitFor(() => expect(count()).toHaveTextContent('Nothing found'));
    await userEvent.click(within(bar()).getByRole('button', { name: 'Kind' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Photos' }));
    await waitFor(() => expect(asked.at(-1)).toBe('search q= from=partner kind=photo limit=50'));
    await userEvent.click(within(bar()).getByRole('button', { name: 'From: Bob' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Anyone' }));
    await waitFor(() => expect(asked.at(-1)).toBe('search q= kind=photo limit=50'));
  });

  it('takes no more letters than the server', async () => {
    await openPage();
    fireEvent.keyDown(document.body, { key: 'f', ctrlKey: true });
    const field = await screen.findByRole('searchbox', { name: 'Search the chat' });
    await userEvent.click(field);
    await userEvent.paste('a'.repeat(101));
    expect(field).toHaveValue('a'.repeat(100));
  });

  it('walks through what is on the device without a connection, and asks again with one', async () => {
    isOffline = true;
    page.server.messages.push(aMessage(3, partner, { content: 'the lantern' }));
    const store = await openPage();
    fireEvent.keyDown(document.body, { key: 'f', ctrlKey: true });
    const field = await screen.findByRole('searchbox', { name: 'Search the chat' });
    await userEvent.type(field, 'from');
    await waitFor(() => expect(count()).toHaveTextContent('No connection: 1 of 2 on this device'));
    expect(store.getState().live.place.seq).toBe(2);
    await userEvent.click(within(bar()).getByRole('button', { name: 'From' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Bob' }));
    await waitFor(() => expect(count()).toHaveTextContent('No connection: 1 of 1 on this device'));
    await userEvent.clear(field);
    await userEvent.type(field, 'zebra');
    await waitFor(() => expect(count()).toHaveTextContent('No connection, and nothing on this device'));
    isOffline = false;
    await userEvent.click(within(bar()).getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(count()).toHaveTextContent('Nothing found'));
  });
});
