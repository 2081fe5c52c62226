import type { DraftView, MessageView } from '@duet/contracts';
import { quoteOf } from '@duet/contracts/plain';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http as on } from 'msw';
import { session } from '../src/platform/session/session.js';
import { loadLanguage } from '../src/texts/load-language.js';
import { data } from './api-server.js';
import { CHAT, aMessage, me, partner } from './chat-server.js';
import { field, openToCompose, useComposingPage } from './composing-page.js';
import { stored } from './fake-wire.js';

let pinned: MessageView[];
let calls: string[];

const page = useComposingPage([
  on.get('*/api/messages/pinned', () => data(pinned)),
  on.delete('*/api/messages/:id/pin', ({ params }) => {
    calls.push(`unpin ${String(params['id'])}`);
    const [message] = pinned;
    pinned = [];
    return data({ ...message, pinnedAt: null, rev: 9 });
  }),
  on.put<never, { chatId: string; seconds: number | null }>('*/api/messages/disappearing', async ({ request }) => {
    const { chatId, seconds } = await request.json();
    calls.push(`disappear ${seconds} in ${chatId}`);
    return data({ disappearAfter: seconds, rev: 7 });
  }),
]);

beforeEach(() => {
  [pinned, calls] = [[], []];
});

afterEach(() => jest.restoreAllMocks());

const elsewhere = (change: Partial<DraftView>): void => {
  page.draft = { ...page.draft, ...change, version: page.draft.version + 1 };
  act(() => page.wire.deliver('draft_updated', page.draft));
};

describe('a draft', () => {
  it('is saved when typing pauses, survives a reload and is cleared by sending', async () => {
    await openToCompose(page);
    await userEvent.type(field(), 'half a thou');
    await waitFor(() => expect(page.saves).toEqual(['half a thou']));
    cleanup();
    await openToCompose(page);
    expect(field()).toHaveValue('half a thou');
    await userEvent.type(field(), 'ght{Enter}');
    await waitFor(() => expect(page.saves.at(-1)).toBe(''));
    await waitFor(() => expect(page.wire.sends()).toMatchObject([{ content: 'half a thought' }]));
    expect(field()).toHaveValue('');
  });

  it('is taken over from another device with its reply', async () => {
    await openToCompose(page);
    elsewhere({ content: 'from my phone', replyTo: 'm1' });
    expect(field()).toHaveValue('from my phone');
    expect(screen.getByRole('button', { name: 'Cancel reply' })).toBeVisible();
    elsewhere({ content: '', replyTo: null });
    expect(field()).toHaveValue('');
    expect(screen.queryByRole('button', { name: 'Cancel reply' })).not.toBeInTheDocument();
    expect(page.saves).toEqual([]);
  });

  it('never overwrites the text that is being typed here', async () => {
    jest.spyOn(document, 'hasFocus').mockReturnValue(true);
    await openToCompose(page);
    await userEvent.type(field(), 'mine');
    elsewhere({ content: 'theirs' });
    expect(field()).toHaveValue('mine');
    await waitFor(() => expect(page.saves).toEqual(['mine']));
    elsewhere({ content: 'later, from my phone' });
    expect(field()).toHaveValue('mine');
    act(() => field().blur());
    expect(field()).toHaveValue('later, from my phone');
  });

  it('is removed when the user signs out', async () => {
    await openToCompose(page);
    await userEvent.type(field(), 'private');
    expect(Object.keys(localStorage).some((key) => key.startsWith('duet-draft'))).toBe(true);
    act(() => session.signedOut(true));
    expect(Object.keys(localStorage).some((key) => key.startsWith('duet-draft'))).toBe(false);
  });
});

describe('a sticker', () => {
  const bubbleOf = (name: string): HTMLElement => {
    const bubble = screen.getByRole('img', { name }).closest<HTMLElement>('[role="listitem"]');
    if (!bubble) throw new Error('the sticker is in no message');
    return bubble;
  };
  const choose = async (name: string): Promise<void> => {
    await userEvent.click(screen.getByRole('button', { name: 'Stickers' }));
    const all = await screen.findByRole('grid', { name: 'All stickers' });
    await userEvent.click(within(all).getByRole('button', { name }));
  };

  it('is sent at once as a reply and leaves the draft, and is offered again', async () => {
    page.draft = { ...page.draft, content: 'half a thought', replyTo: 'm1', version: 1 };
    await openToCompose(page);
    await waitFor(() => expect(field()).toHaveValue('half a thought'));
    await choose('Big hug');
    await waitFor(() =>
      expect(page.wire.sends()).toMatchObject([{ content: 'Big hug', sticker: 'hug', replyTo: 'm1' }]),
    );
    expect(field()).toHaveValue('half a thought');
    expect(screen.queryByRole('button', { name: 'Cancel reply' })).not.toBeInTheDocument();
    expect(bubbleOf('Big hug').querySelector('svg')).not.toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Stickers' }));
    const recent = await screen.findByRole('grid', { name: 'Recently used' });
    expect(within(recent).getAllByRole('button')).toHaveLength(1);
  });

  it('survives in the queue until the server answers', async () => {
    page.wire.answerSend = () => Promise.reject(new Error('gone'));
    page.http.use(on.post('*/api/messages', () => HttpResponse.error()));
    await openToCompose(page);
    await choose('Kiss');
    await screen.findByRole('img', { name: 'Kiss' });
    cleanup();
    page.wire.answerSend = async (send) => stored(page.server.store(send));
    await openToCompose(page);
    await waitFor(() => expect(page.server.messages.at(-1)).toMatchObject({ content: 'Kiss', sticker: 'kiss' }));
  });

  it('cannot be edited or copied, and an unknown one shows its name', async () => {
    page.server.messages.push(
      aMessage(2, me, { content: 'Kiss', sticker: 'kiss' }),
      aMessage(3, partner, { content: 'From the future', sticker: 'newer' }),
    );
    await openToCompose(page);
    expect(await screen.findByText('From the future')).toBeVisible();
    await userEvent.click(field());
    await userEvent.keyboard('{ArrowUp}');
    expect(screen.queryByRole('textbox', { name: 'Edit message' })).not.toBeInTheDocument();
    act(() => bubbleOf('Kiss').focus());
    await userEvent.keyboard('{Enter}');
    const menu = await screen.findByRole('menu', { name: 'Message' });
    expect(within(menu).queryByRole('menuitem', { name: /Edit|Copy/ })).not.toBeInTheDocument();
    expect(within(menu).getByRole('menuitem', { name: 'Delete' })).toBeVisible();
  });
});

describe('pinned and disappearing messages', () => {
  const pin = (): void => {
    pinned = [
      {
        ...page.server.messages[0],
        ...aMessage(1, partner, { content: 'from Bob' }),
        pinnedAt: '2026-06-01T12:30:00Z',
        rev: 2,
      },
    ];
    page.server.messages = pinned;
  };

  it('show a pin under the header until someone unpins or deletes the message', async () => {
    pin();
    await openToCompose(page);
    await userEvent.click(await screen.findByRole('button', { name: 'All pinned messages' }));
    const panel = screen.getByRole('dialog', { name: 'Pinned messages' });
    await userEvent.click(within(panel).getByRole('button', { name: 'Unpin' }));
    await waitFor(() => expect(calls).toEqual(['unpin m1']));
    expect(await within(panel).findByText('Nothing is pinned')).toBeVisible();
    expect(screen.queryByText('Pinned message')).not.toBeInTheDocument();
  });

  it('do not take a failed load for no pins, and load them again on a press', async () => {
    page.http.use(on.get('*/api/messages/pinned', () => HttpResponse.json({}, { status: 500 })));
    await openToCompose(page);
    await userEvent.click(screen.getByRole('button', { name: 'Conversation menu' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Pinned messages' }));
    const panel = within(await screen.findByRole('dialog', { name: 'Pinned messages' }));
    expect(await panel.findByText('The list could not be loaded.')).toBeVisible();
    expect(panel.queryByText('Nothing is pinned')).not.toBeInTheDocument();
    pin();
    page.http.use(on.get('*/api/messages/pinned', () => data(pinned)));
    await userEvent.click(panel.getByRole('button', { name: 'Retry' }));
    expect(await panel.findByRole('button', { name: 'Unpin' })).toBeVisible();
  });

  it('show a pin that the partner sets', async () => {
    await openToCompose(page);
    expect(screen.queryByText('Pinned message')).not.toBeInTheDocument();
    pin();
    const [message] = pinned;
    if (message)
      act(() =>
        page.wire.deliver('message_status_update', {
          chatId: CHAT,
          rev: 2,
          messageId: 'm1',
          status: 'pinned',
          message,
        }),
      );
    expect(await screen.findByText('Pinned message')).toBeVisible();
    expect(screen.getByRole('img', { name: 'Pinned' })).toBeVisible();
  });

  it('are turned on in the menu and shown in both headers', async () => {
    await openToCompose(page);
    await userEvent.click(screen.getByRole('button', { name: 'Conversation menu' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Disappearing messages' }));
    await userEvent.click(screen.getByRole('radio', { name: '1 day' }));
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByRole('button', { name: 'Messages disappear after 1 day' })).toBeVisible();
    expect(calls).toEqual([`disappear 86400 in ${CHAT}`]);
    act(() =>
      page.wire.deliver('conversation_settings_updated', {
        chatId: CHAT,
        rev: 8,
        settings: { disappearAfter: null, rev: 8 },
      }),
    );
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Messages disappear/ })).not.toBeInTheDocument());
  });
});

// The last one of the file: a page keeps its language.
describe('on a German page', () => {
  beforeAll(() => loadLanguage('de'));
  const germanField = (): HTMLElement => screen.getByLabelText('Nachricht an Bob', { selector: 'textarea' });

  it('a sticker has a German name wherever it is shown, and its message the English one', async () => {
    const yes = aMessage(3, me, { content: 'Yes' });
    const hug = aMessage(2, partner, { content: 'Big hug', sticker: 'hug' });
    const notLoaded = aMessage(900, partner, { content: 'Kiss', sticker: 'kiss' });
    page.server.messages.push(
      hug,
      yes,
      aMessage(4, partner, { content: 'of all stickers', replyTo: quoteOf(hug) }),
      aMessage(5, partner, { content: 'good', replyTo: quoteOf(yes) }),
      aMessage(6, partner, { content: 'as back then', replyTo: quoteOf(notLoaded) }),
      aMessage(7, partner, { content: 'not that', replyTo: quoteOf({ ...notLoaded, sticker: null }) }),
    );
    await openToCompose(page);
    expect(await screen.findByRole('img', { name: 'Dicke Umarmung' })).toBeInTheDocument();
    expect(screen.getByRole('button', { name: /^Antwort an Bob: Dicke Umarmung/ })).toBeInTheDocument();
    expect(screen.getByRole('button', { name: /^Antwort an Bob: Kuss/ })).toBeInTheDocument();
    // A text of the same words as a sticker stays as it was written.
    expect(screen.getByRole('button', { name: /^Antwort an dich: Yes/ })).toBeInTheDocument();
    expect(screen.getByRole('button', { name: /^Antwort an Bob: Kiss/ })).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Sticker' }));
    const all = await screen.findByRole('grid', { name: 'Alle Sticker' });
    await userEvent.click(within(all).getByRole('button', { name: 'Kuss' }));
    await waitFor(() => expect(page.wire.sends()).toMatchObject([{ content: 'Kiss', sticker: 'kiss' }]));
    expect(await screen.findByRole('img', { name: 'Kuss' })).toBeInTheDocument();
  });

  it('emoji have German names, and are found by German and by English words', async () => {
    await openToCompose(page);
    await userEvent.click(screen.getByRole('button', { name: 'Emoji' }));
    const search = await screen.findByRole('searchbox', { name: 'Emoji suchen' });
    await userEvent.type(search, 'Herz');
    const found = (): HTMLElement => screen.getByRole('grid', { name: 'Gefunden' });
    expect(within(found()).getByRole('button', { name: 'rotes Herz' })).toHaveTextContent('❤️');
    await userEvent.clear(search);
    await userEvent.type(search, 'octopus');
    await userEvent.click(within(found()).getByRole('button', { name: 'Oktopus' }));
    expect(germanField()).toHaveValue('🐙');
  });
});
