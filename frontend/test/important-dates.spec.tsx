import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { refusal } from './api-server.js';
import { me } from './chat-server.js';
import { aDate, typeDay, useRelationship } from './relationship-page.js';

const { server, requests, open, settings, partnerDid } = useRelationship();

const TRIP = aDate('trip', {
  title: 'Our trip',
  daysUntil: 1,
  next: '2026-11-22',
  date: '2026-11-22',
  createdBy: me._id,
  remindDaysBefore: [1, 7],
});

const RING = aDate('ring', {
  title: 'The ring',
  private: true,
  createdBy: me._id,
  daysUntil: 10,
  next: '2026-12-01',
  date: '2026-12-01',
});

const HUNDRED = { kind: 'days' as const, count: 100, next: '2026-11-21', daysUntil: 0 };
const comingUp = () => screen.findByRole('region', { name: 'Coming up' });

describe('upcoming dates', () => {
  it('are the next three, soonest first, with a lock on surprises', async () => {
    server.api.dates = {
      ...server.api.dates,
      dates: [TRIP, RING, aDate('far', { daysUntil: 99 }), aDate('over', { next: null, daysUntil: null })],
      milestones: [HUNDRED],
    };
    open('/dashboard');
    const rows = await within(await comingUp()).findAllByRole('listitem');
    expect(rows.map((row) => row.textContent)).toEqual([
      expect.stringMatching(/^100 days together.*Today$/),
      expect.stringMatching(/^Our trip.*22.*Tomorrow$/),
      expect.stringMatching(/^The ring.*Only you see this.*In 10 days$/),
    ]);
  });

  it('invite the user to add a date and show it at once', async () => {
    server.api.dates = { ...server.api.dates, milestones: [HUNDRED] };
    open('/dashboard');
    const card = await comingUp();
    expect(await within(card).findByText(/write down what you two look forward to/)).toBeVisible();
    await userEvent.click(within(card).getByRole('button', { name: 'Add a date' }));
    const dialog = await screen.findByRole('dialog', { name: 'Add a date' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save date' }));
    expect(within(dialog).getByText('Title is required')).toBeVisible();
    expect(within(dialog).getByText('Please choose a day from 1900 on')).toBeVisible();
    expect(requests).toEqual([]);
    await userEvent.type(within(dialog).getByRole('textbox', { name: /Title/ }), ' Rome ');
    await typeDay(dialog, 'Day', { month: '12', day: '24', year: '2026' });
    await userEvent.click(within(dialog).getByRole('switch', { name: /Every year/ }));
    await userEvent.click(within(dialog).getByRole('checkbox', { name: '1 week' }));
    await userEvent.click(within(dialog).getByRole('switch', { name: /Only for me/ }));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save date' }));
    expect(await within(card).findByText('Rome')).toBeVisible();
    expect(requests).toEqual([
      {
        method: 'POST',
        path: '/api/partners/dates',
        body: {
          title: 'Rome',
          date: '2026-12-24',
          yearly: true,
          remindDaysBefore: [0, 7],
          private: true,
          clientId: expect.any(String),
        },
      },
    ]);
  });

  it('follow the partner’s changes live', async () => {
    open('/dashboard');
    const card = await comingUp();
    await within(card).findByRole('button', { name: 'Add a date' });
    server.api.dates = { ...server.api.dates, dates: [TRIP] };
    partnerDid('date_added');
    expect(await within(card).findByText('Our trip')).toBeVisible();
    server.api.dates = { ...server.api.dates, dates: [] };
    partnerDid('date_changed');
    await waitFor(() => expect(within(card).queryByText('Our trip')).toBeNull());
    expect(screen.queryByText('Date added')).toBeNull();
  });

  it('offer a retry when loading fails', async () => {
    server.http.use(
      http.get('*/api/partners/dates', () => refusal('UNAVAILABLE'), { once: true }),
      http.get('*/api/partners/dates', () => refusal('UNAVAILABLE'), { once: true }),
    );
    open('/dashboard');
    const card = await comingUp();
    await userEvent.click(await within(card).findByRole('button', { name: 'Retry' }));
    expect(await within(card).findByRole('button', { name: 'Add a date' })).toBeVisible();
  });
});

describe('important dates in Settings', () => {
  it('are listed, changed, and deleted after a confirmation', async () => {
    server.api.dates = { ...server.api.dates, dates: [TRIP, RING], milestones: [HUNDRED] };
    const dialog = await settings();
    const list = await within(dialog).findByRole('region', { name: 'Important dates' });
    expect(await within(list).findByText('Only you see this')).toBeVisible();
    expect(within(list).getByText('Reminds 1 day before and 1 week before')).toBeVisible();
    expect(within(list).getByText(/100 days together/)).toBeVisible();
    await userEvent.click(within(list).getByRole('button', { name: 'Edit Our trip' }));
    const editor = await screen.findByRole('dialog', { name: 'Edit date' });
    const title = within(editor).getByRole('textbox', { name: /Title/ });
    await userEvent.clear(title);
    await userEvent.type(title, 'Our great trip');
    await userEvent.click(within(editor).getByRole('button', { name: 'Save date' }));
    expect(await within(list).findByText('Our great trip')).toBeVisible();
    expect(requests).toEqual([
      {
        method: 'PATCH',
        path: '/api/partners/dates/trip',
        body: {
          title: 'Our great trip',
          date: '2026-11-22',
          yearly: false,
          remindDaysBefore: [1, 7],
          private: false,
          version: 1,
        },
      },
    ]);
    await userEvent.click(within(list).getByRole('button', { name: 'Delete The ring' }));
    const question = await screen.findByRole('alertdialog', { name: 'Delete this date?' });
    expect(question).toHaveTextContent('Only you know of it.');
    await userEvent.click(within(question).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(within(list).queryByText('The ring')).toBeNull());
  });

  it('reload with a message when the partner changed them first', async () => {
    server.api.dates = { ...server.api.dates, dates: [TRIP] };
    const dialog = await settings();
    await userEvent.click(await within(dialog).findByRole('button', { name: 'Edit Our trip' }));
    const editor = await screen.findByRole('dialog', { name: 'Edit date' });
    server.api.dates = { ...server.api.dates, dates: [{ ...TRIP, title: 'Their words', version: 2 }] };
    await userEvent.type(within(editor).getByRole('textbox', { name: /Title/ }), '!');
    await userEvent.click(within(editor).getByRole('button', { name: 'Save date' }));
    expect(await within(editor).findByText(/Your partner changed this date meanwhile/)).toBeVisible();
    await waitFor(() => expect(within(editor).getByRole('textbox', { name: /Title/ })).toHaveValue('Their words'));
    await userEvent.click(within(editor).getByRole('button', { name: 'Save date' }));
    await waitFor(() => expect(requests.at(-1)?.body).toMatchObject({ title: 'Their words', version: 2 }));
  });

  it("do not let a user make the partner's date private", async () => {
    server.api.dates = { ...server.api.dates, dates: [aDate('theirs', { title: 'Theirs' })] };
    const dialog = await settings();
    await userEvent.click(await within(dialog).findByRole('button', { name: 'Edit Theirs' }));
    const editor = await screen.findByRole('dialog', { name: 'Edit date' });
    expect(within(editor).queryByRole('switch', { name: /Only for me/ })).toBeNull();
  });
});
