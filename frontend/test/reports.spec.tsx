import type { ReportPersonDto } from '@duet/contracts';
import { ERRORS } from '@duet/contracts/plain';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { refusal } from './api-server.js';
import { aMessage, me, partner } from './chat-server.js';
import { useConversationPage } from './conversations.js';
import { open, remember, useApi } from './pages.js';

const done = () => HttpResponse.json({ success: true, data: { done: true } });

/** The reports that the server got. */
let reports: ReportPersonDto[];

/** Answers the first reports with these refusals. */
const filing = (...refusals: Response[]) =>
  http.post<never, ReportPersonDto>('*/api/partners/report', async ({ request }) => {
    reports.push(await request.json());
    return refusals.shift() ?? done();
  });

beforeEach(() => {
  reports = [];
});

const dialog = (name: string) => screen.findByRole('dialog', { name });
const press = async (place: HTMLElement, name: string) =>
  userEvent.click(await within(place).findByRole('button', { name }));

describe('a report from a person’s card', () => {
  const server = useApi();

  beforeEach(() => remember(server.api));

  it('needs a reason, keeps what was typed after a failure, and repeats under the same id', async () => {
    server.http.use(filing(refusal('UNAVAILABLE')));
    open('/partner');
    await userEvent.click(await screen.findByRole('button', { name: `Report ${partner.firstName}` }));
    const form = await dialog(`Report ${partner.firstName}`);
    expect(within(form).getByRole('button', { name: 'Send report' })).toBeDisabled();
    await userEvent.click(within(form).getByRole('radio', { name: 'A threat' }));
    await userEvent.click(within(form).getByRole('textbox', { name: 'In your own words (optional)' }));
    await userEvent.paste(' Since Friday ');
    await press(form, 'Send report');
    expect(await within(form).findByText(ERRORS.UNAVAILABLE.message)).toBeVisible();
    expect(within(form).getByRole('textbox')).toHaveValue(' Since Friday ');
    expect(within(form).getByRole('radio', { name: 'A threat' })).toBeChecked();
    await press(form, 'Send report');
    const filed = await dialog('Your report is in');
    expect(within(filed).getByText(`Thank you for saying so. ${partner.firstName} is not told.`)).toBeVisible();
    expect(reports).toHaveLength(2);
    expect(reports[1]).toEqual(reports[0]);
    expect(reports[0]).toEqual({
      userId: partner._id,
      reason: 'threat',
      text: 'Since Friday',
      messageIds: [],
      clientId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
  });

  it('offers to block afterwards, and asks before it does', async () => {
    let blocked: unknown = null;
    server.http.use(
      filing(),
      http.post('*/api/partners/block', async ({ request }) => {
        blocked = await request.json();
        return done();
      }),
    );
    open('/partner');
    await userEvent.click(await screen.findByRole('button', { name: `Report ${partner.firstName}` }));
    const form = await dialog(`Report ${partner.firstName}`);
    await userEvent.click(within(form).getByRole('radio', { name: 'Spam' }));
    await press(form, 'Send report');
    await press(await dialog('Your report is in'), `Block ${partner.firstName}`);
    const asking = await screen.findByRole('alertdialog', { name: `Block ${partner.firstName}?` });
    expect(blocked).toBeNull();
    await press(asking, 'Block');
    await waitFor(() => expect(blocked).toEqual({ userId: partner._id }));
  });

  it('says in words of its own when there were too many, and counts what is typed', async () => {
    server.http.use(filing(refusal('RATE_LIMITED')));
    open('/partner');
    await userEvent.click(await screen.findByRole('button', { name: `Report ${partner.firstName}` }));
    const form = await dialog(`Report ${partner.firstName}`);
    await userEvent.click(within(form).getByRole('radio', { name: 'Something else' }));
    const field = within(form).getByRole('textbox');
    await userEvent.click(field);
    await userEvent.paste('x'.repeat(1_001));
    expect(within(form).getByText('1001/1000')).toBeVisible();
    expect(within(form).getByRole('button', { name: 'Send report' })).toBeDisabled();
    await userEvent.clear(field);
    await press(form, 'Send report');
    expect(await within(form).findByText(/many reports today/)).toBeVisible();
  });
});

describe('a report from the chat', () => {
  const page = useConversationPage(() => [filing()]);

  const send = async (): Promise<void> => {
    const form = await dialog('Report Bob');
    await userEvent.click(within(form).getByRole('radio', { name: 'Harassment' }));
    await press(form, 'Send report');
    await press(await dialog('Your report is in'), 'Done');
  };

  beforeEach(() => {
    page.server.messages = [aMessage(1, partner, { content: 'from Bob' }), aMessage(2, me, { content: 'from Ada' })];
  });

  const menuOf = async (text: string): Promise<string[]> => {
    const item = (await screen.findByText(text, { selector: 'p' })).closest<HTMLElement>('[data-message]');
    if (!item) throw new Error(`${text} is in no message`);
    fireEvent.keyDown(item, { key: 'Enter' });
    return (await screen.findAllByRole('menuitem')).map((entry) => entry.textContent ?? '');
  };

  it('names the message of whose menu it was chosen', async () => {
    page.open();
    expect(await menuOf('from Bob')).toContain('Report…');
    await userEvent.click(screen.getByRole('menuitem', { name: 'Report…' }));
    expect(await screen.findByText(/The message goes along/)).toBeVisible();
    await send();
    expect(reports).toMatchObject([{ userId: partner._id, messageIds: [page.server.messages[0]?._id] }]);
  });

  it('names no message from the chat’s menu, and is not offered for own messages', async () => {
    page.open();
    expect(await menuOf('from Ada')).not.toContain('Report…');
    await userEvent.keyboard('{Escape}');
    await userEvent.click(screen.getByRole('button', { name: 'Conversation menu' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Report Bob…' }));
    await send();
    expect(reports).toMatchObject([{ reason: 'harassment', messageIds: [] }]);
  });
});
