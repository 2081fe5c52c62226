import type { ScheduledMessageView } from '@duet/contracts';
import { ERRORS } from '@duet/contracts/plain';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http as on } from 'msw';
import { data, refusal } from './api-server.js';
import { CHAT } from './chat-server.js';
import { field, openToCompose, useComposingPage } from './composing-page.js';

let scheduled: ScheduledMessageView[];
let cancelled: string[];

const SEND_AT = '2031-05-06T08:00:00.000Z';

interface Scheduling {
  chatId: string;
  content: string;
  at: string;
  timezone: string;
  clientMessageId: string;
}

const LATER = { chatId: CHAT, at: '2031-05-06T08:00', timezone: 'UTC' };

const waiting = ({ chatId, content, at, timezone, clientMessageId }: Scheduling): ScheduledMessageView => ({
  _id: `s${scheduled.length + 1}`,
  chatId,
  clientMessageId,
  content,
  replyTo: null,
  at,
  timezone,
  sendAt: SEND_AT,
  version: 1,
});

const page = useComposingPage([
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
    cancelled.push(params.id);
    scheduled = scheduled.filter(({ _id }) => _id !== params.id);
    return data({ done: true });
  }),
]);

beforeEach(() => {
  [scheduled, cancelled] = [[], []];
});

describe('a scheduled message', () => {
  it('is scheduled from the menu beside Send and listed above the field', async () => {
    await openToCompose(page);
    await userEvent.type(field(), 'Happy birthday');
    await userEvent.click(screen.getByRole('button', { name: 'Send later' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: /^Tomorrow/ }));
    expect(await screen.findByRole('button', { name: '1 scheduled' })).toBeVisible();
    expect(scheduled).toMatchObject([
      { chatId: CHAT, content: 'Happy birthday', timezone: Intl.DateTimeFormat().resolvedOptions().timeZone },
    ]);
    expect(scheduled[0]?.at).toMatch(/T08:00$/);
    expect(field()).toHaveValue('');
    expect(page.wire.sends()).toEqual([]);
  });

  it('is not forgotten when the list does not load, which a press repeats', async () => {
    page.http.use(on.get('*/api/messages/scheduled', () => HttpResponse.json({}, { status: 500 })));
    await openToCompose(page);
    const again = await screen.findByRole('button', { name: 'Scheduled messages could not be loaded. Retry' });
    scheduled = [waiting({ ...LATER, content: 'Happy birthday', clientMessageId: 'c-1' })];
    page.http.use(on.get('*/api/messages/scheduled', () => data(scheduled)));
    await userEvent.click(again);
    expect(await screen.findByRole('button', { name: '1 scheduled' })).toHaveFocus();
  });

  it('whose list is empty when a press has loaded it leaves the focus where it is, until the person moves on', async () => {
    page.http.use(on.get('*/api/messages/scheduled', () => HttpResponse.json({}, { status: 500 })));
    await openToCompose(page);
    const again = await screen.findByRole('button', { name: 'Scheduled messages could not be loaded. Retry' });
    let answer = (): void => undefined;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    page.http.use(
      on.get('*/api/messages/scheduled', async () => {
        await answered;
        return data([]);
      }),
    );
    act(() => again.focus());
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(again).toHaveAttribute('aria-disabled', 'true'));
    expect(again).toHaveFocus();
    answer();
    const none = await screen.findByRole('button', { name: 'Nothing is scheduled' });
    expect(none).toHaveFocus();
    await userEvent.tab();
    expect(none).not.toBeInTheDocument();
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
    await openToCompose(page);
    await userEvent.type(field(), 'one more');
    await userEvent.click(screen.getByRole('button', { name: 'Send later' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: /^In 1 hour/ }));
    expect(await screen.findByRole('alert')).toHaveTextContent(ERRORS.TOO_MANY_SCHEDULED.message);
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(field()).toHaveValue('one more');
  });

  it.each([
    ['CONVERSATION_NOT_FOUND', 'Not scheduled: this was written for another conversation.'],
    ['MESSAGE_NOT_FOUND', 'Not scheduled: the message it answers is gone.'],
  ] as const)('says %s in words of the page and keeps the text', async (code, words) => {
    page.http.use(on.post('*/api/messages/scheduled', () => refusal(code)));
    await openToCompose(page);
    await userEvent.clear(field());
    await userEvent.type(field(), 'Sleep well');
    await userEvent.click(screen.getByRole('button', { name: 'Send later' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: /^In 1 hour/ }));
    expect(await screen.findByRole('alert')).toHaveTextContent(`${words} Your words are still in the field.`);
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(field()).toHaveValue('Sleep well');
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
    await openToCompose(page);
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
    scheduled = [waiting({ content: 'first', ...LATER, clientMessageId: 'c-first' })];
    scheduled.push(waiting({ content: 'second', ...LATER, clientMessageId: 'c-second' }));
    await openToCompose(page);
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
    await waitFor(() => expect(cancelled).toEqual(['s2', 's1']));
    expect(await within(panel()).findByText('Nothing is scheduled')).toBeVisible();
  });

  it('says why it is on hold, and waits for a new time again once it was changed', async () => {
    const held = waiting({ content: 'first', ...LATER, clientMessageId: 'c-first' });
    scheduled = [{ ...held, isOnHold: true }];
    page.http.use(
      on.patch('*/api/messages/scheduled/:id', () => {
        scheduled = [held];
        return data(held);
      }),
    );
    await openToCompose(page);
    await userEvent.click(await screen.findByRole('button', { name: 'Scheduled messages are on hold' }));
    const panel = screen.getByRole('dialog');
    const why = 'On hold, because other devices were signed out. Send it now, or change its time.';
    expect(await within(panel).findByText(why)).toBeVisible();
    await userEvent.click(within(panel).getByRole('button', { name: 'Change' }));
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(within(panel).queryByText(why)).not.toBeInTheDocument());
    await userEvent.click(within(panel).getByRole('button', { name: 'Close' }));
    expect(await screen.findByRole('button', { name: '1 scheduled' })).toBeVisible();
  });

  it('is reloaded when another device changes the list', async () => {
    await openToCompose(page);
    scheduled = [waiting({ content: 'from my phone', ...LATER, clientMessageId: 'c' })];
    act(() => page.wire.deliver('scheduled_updated', { chatId: CHAT }));
    expect(await screen.findByRole('button', { name: '1 scheduled' })).toBeVisible();
  });
});
