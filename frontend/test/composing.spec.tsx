import type { DraftView, MessageView, ScheduledMessageView } from '@duet/contracts';
import { ERRORS } from '@duet/contracts/plain';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http as on } from 'msw';
import { session } from '../src/platform/session/session.js';
import { CHAT, aMessage, me, partner } from './chat-server.js';
import { useConversationPage } from './conversations.js';
import { stored } from './fake-wire.js';

const page = useConversationPage(() => api);
let draft: DraftView;
let saves: string[];
let scheduled: ScheduledMessageView[];
let pinned: MessageView[];
let calls: string[];

const data = (value: unknown) => HttpResponse.json({ success: true, data: value });
const SEND_AT = '2031-05-06T08:00:00.000Z';

interface Scheduling {
  content: string;
  at: string;
  timezone: string;
  clientMessageId: string;
}

const waiting = ({ content, at, timezone, clientMessageId }: Scheduling): ScheduledMessageView => ({
  _id: `s${scheduled.length + 1}`,
  chatId: CHAT,
  clientMessageId,
  content,
  replyTo: null,
  at,
  timezone,
  sendAt: SEND_AT,
  version: 1,
});

const api = [
  on.get('*/api/messages/draft', () => data(draft)),
  on.put<never, { content: string; replyTo: string | null }>('*/api/messages/draft', async ({ request }) => {
    const { content, replyTo } = await request.json();
    saves.push(content);
    draft = { ...draft, content, replyTo, version: draft.version + 1 };
    return data(draft);
  }),
  on.get('*/api/messages/scheduled', () => data(scheduled)),
  on.post<never, Scheduling>('*/api/messages/scheduled', async ({ request }) => {
    const made = waiting(await request.json());
    scheduled = [...scheduled, made];
    return data(made);
  }),
  on.patch<{ id: string }, Partial<Scheduling>>('*/api/messages/scheduled/:id', async ({ request, params }) => {
    const change = await request.json();
    scheduled = scheduled.map((one) => (one._id === params.id ? { ...one, ...change } : one));
    return data(scheduled.find(({ _id }) => _id === params.id));
  }),
  on.delete<{ id: string }>('*/api/messages/scheduled/:id', ({ params }) => {
    calls.push(`cancel ${params.id}`);
    scheduled = scheduled.filter(({ _id }) => _id !== params.id);
    return data({ done: true });
  }),
  on.get('*/api/messages/pinned', () => data(pinned)),
  on.delete('*/api/messages/:id/pin', ({ params }) => {
    calls.push(`unpin ${String(params['id'])}`);
    const [message] = pinned;
    pinned = [];
    return data({ ...message, pinnedAt: null, rev: 9 });
  }),
  on.put<never, { seconds: number | null }>('*/api/messages/disappearing', async ({ request }) => {
    const { seconds } = await request.json();
    calls.push(`disappear ${seconds}`);
    return data({ disappearAfter: seconds, rev: 7 });
  }),
];

beforeEach(() => {
  [saves, scheduled, pinned, calls] = [[], [], [], []];
  draft = { chatId: CHAT, content: '', replyTo: null, version: 0, updatedAt: new Date(0).toISOString() };
  page.server.messages = [aMessage(1, partner, { content: 'from Bob' })];
  page.http.use(...api, ...page.server.handlers);
  page.wire.answerSend = async (send) => stored(page.server.store(send));
});

afterEach(() => jest.restoreAllMocks());

async function openPage(): Promise<void> {
  page.open();
  await screen.findByText('from Bob');
}

const field = (): HTMLElement => screen.getByRole('textbox', { name: 'Message Bob' });
const elsewhere = (change: Partial<DraftView>): void => {
  draft = { ...draft, ...change, version: draft.version + 1 };
  act(() => page.wire.deliver('draft_updated', draft));
};

describe('a draft', () => {
  it('is saved when typing pauses, survives a reload and is cleared by sending', async () => {
    await openPage();
    await userEvent.type(field(), 'half a thou');
    await waitFor(() => expect(saves).toEqual(['half a thou']));
    cleanup();
    await openPage();
    expect(field()).toHaveValue('half a thou');
    await userEvent.type(field(), 'ght{Enter}');
    await waitFor(() => expect(saves.at(-1)).toBe(''));
    await waitFor(() => expect(page.wire.sends()).toMatchObject([{ content: 'half a thought' }]));
    expect(field()).toHaveValue('');
  });

  it('is taken over from another device with its reply', async () => {
    await openPage();
    elsewhere({ content: 'from my phone', replyTo: 'm1' });
    expect(field()).toHaveValue('from my phone');
    expect(screen.getByRole('button', { name: 'Cancel reply' })).toBeVisible();
    elsewhere({ content: '', replyTo: null });
    expect(field()).toHaveValue('');
    expect(screen.queryByRole('button', { name: 'Cancel reply' })).not.toBeInTheDocument();
    expect(saves).toEqual([]);
  });

  it('never overwrites the text that is being typed here', async () => {
    jest.spyOn(document, 'hasFocus').mockReturnValue(true);
    await openPage();
    await userEvent.type(field(), 'mine');
    elsewhere({ content: 'theirs' });
    expect(field()).toHaveValue('mine');
    await waitFor(() => expect(saves).toEqual(['mine']));
    elsewhere({ content: 'later, from my phone' });
    expect(field()).toHaveValue('mine');
    act(() => field().blur());
    expect(field()).toHaveValue('later, from my phone');
  });

  it('is removed when the user signs out', async () => {
    await openPage();
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
    draft = { ...draft, content: 'half a thought', replyTo: 'm1', version: 1 };
    await openPage();
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
    await openPage();
    await choose('Kiss');
    await screen.findByRole('img', { name: 'Kiss' });
    cleanup();
    page.wire.answerSend = async (send) => stored(page.server.store(send));
    await openPage();
    await waitFor(() => expect(page.server.messages.at(-1)).toMatchObject({ content: 'Kiss', sticker: 'kiss' }));
  });

  it('cannot be edited or copied, and an unknown one shows its name', async () => {
    page.server.messages.push(
      aMessage(2, me, { content: 'Kiss', sticker: 'kiss' }),
      aMessage(3, partner, { content: 'From the future', sticker: 'newer' }),
    );
    await openPage();
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

describe('a scheduled message', () => {
  it('is scheduled from the menu beside Send and listed above the field', async () => {
    await openPage();
    await userEvent.type(field(), 'Happy birthday');
    await userEvent.click(screen.getByRole('button', { name: 'Send later' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: /^Tomorrow/ }));
    expect(await screen.findByRole('button', { name: '1 scheduled' })).toBeVisible();
    expect(scheduled).toMatchObject([
      { content: 'Happy birthday', timezone: Intl.DateTimeFormat().resolvedOptions().timeZone },
    ]);
    expect(scheduled[0]?.at).toMatch(/T08:00$/);
    expect(field()).toHaveValue('');
    expect(page.wire.sends()).toEqual([]);
  });

  it('shows why scheduling failed and keeps the text', async () => {
    page.http.use(
      on.post('*/api/messages/scheduled', () =>
        HttpResponse.json(
          { success: false, code: 'TOO_MANY_SCHEDULED', message: ERRORS.TOO_MANY_SCHEDULED.message, requestId: 'r' },
          { status: ERRORS.TOO_MANY_SCHEDULED.status },
        ),
      ),
    );
    await openPage();
    await userEvent.type(field(), 'one more');
    await userEvent.click(screen.getByRole('button', { name: 'Send later' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: /^In 1 hour/ }));
    expect(await screen.findByRole('alert')).toHaveTextContent(ERRORS.TOO_MANY_SCHEDULED.message);
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(field()).toHaveValue('one more');
  });

  it('is one message although its first answer was lost, and leaves what was typed since', async () => {
    const ids: string[] = [];
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => void (release = resolve));
    page.http.use(
      on.post<never, Scheduling>('*/api/messages/scheduled', async ({ request }) => {
        const wanted = await request.json();
        ids.push(wanted.clientMessageId);
        if (ids.length === 1) return HttpResponse.error();
        await released;
        scheduled = [waiting(wanted)];
        return data(scheduled[0]);
      }),
    );
    await openPage();
    await userEvent.clear(field());
    await userEvent.type(field(), 'Happy birthday');
    const schedule = async (): Promise<void> => {
      await userEvent.click(screen.getByRole('button', { name: 'Send later' }));
      await userEvent.click(await screen.findByRole('menuitem', { name: /^Tomorrow/ }));
    };
    await schedule();
    await screen.findByRole('alert');
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    await schedule();
    await waitFor(() => expect(ids).toHaveLength(2));
    await userEvent.type(field(), ' to you');
    release();
    expect(await screen.findByRole('button', { name: '1 scheduled' })).toBeVisible();
    expect(field()).toHaveValue('Happy birthday to you');
    expect(ids[1]).toBe(ids[0]);
  });

  it('can be changed, sent now under its own id, and cancelled', async () => {
    scheduled = [waiting({ content: 'first', at: '2031-05-06T08:00', timezone: 'UTC', clientMessageId: 'c-first' })];
    scheduled.push(
      waiting({ content: 'second', at: '2031-05-06T08:00', timezone: 'UTC', clientMessageId: 'c-second' }),
    );
    await openPage();
    await userEvent.click(await screen.findByRole('button', { name: '2 scheduled' }));
    const panel = (): HTMLElement => screen.getByRole('dialog');
    const row = (text: string): HTMLElement => within(panel()).getByText(text).closest('li') ?? panel();
    await userEvent.click(within(row('first')).getByRole('button', { name: 'Change' }));
    await userEvent.type(screen.getByRole('textbox', { name: 'Message' }), ' and better');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await within(panel()).findByText('first and better');
    await userEvent.click(within(row('second')).getByRole('button', { name: 'Cancel message' }));
    await waitFor(() => expect(within(panel()).queryByText('second')).not.toBeInTheDocument());
    await userEvent.click(within(row('first and better')).getByRole('button', { name: 'Send now' }));
    await waitFor(() =>
      expect(page.wire.sends()).toMatchObject([{ content: 'first and better', clientMessageId: 'c-first' }]),
    );
    await waitFor(() => expect(calls).toEqual(['cancel s2', 'cancel s1']));
    expect(await within(panel()).findByText('Nothing is scheduled')).toBeVisible();
  });

  it('is reloaded when another device changes the list', async () => {
    await openPage();
    scheduled = [waiting({ content: 'from my phone', at: '2031-05-06T08:00', timezone: 'UTC', clientMessageId: 'c' })];
    act(() => page.wire.deliver('scheduled_updated', { chatId: CHAT }));
    expect(await screen.findByRole('button', { name: '1 scheduled' })).toBeVisible();
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
    await openPage();
    await userEvent.click(await screen.findByRole('button', { name: 'All pinned messages' }));
    const panel = screen.getByRole('dialog', { name: 'Pinned messages' });
    await userEvent.click(within(panel).getByRole('button', { name: 'Unpin' }));
    await waitFor(() => expect(calls).toEqual(['unpin m1']));
    expect(await within(panel).findByText('Nothing is pinned')).toBeVisible();
    expect(screen.queryByText('Pinned message')).not.toBeInTheDocument();
  });

  it('show a pin that the partner sets', async () => {
    await openPage();
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
    await openPage();
    await userEvent.click(screen.getByRole('button', { name: 'Conversation menu' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Disappearing messages' }));
    await userEvent.click(screen.getByRole('radio', { name: '1 day' }));
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByRole('button', { name: 'Messages disappear after 1 day' })).toBeVisible();
    expect(calls).toEqual(['disappear 86400']);
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
