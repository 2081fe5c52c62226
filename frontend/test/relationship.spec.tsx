import type { ImportantDateView, MoodView, PartnerActivityKind } from '@duet/contracts';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { session } from '../src/platform/session/session.js';
import { refusal } from './api-server.js';
import { me, partner } from './chat-server.js';
import { FakeWire } from './fake-wire.js';
import { remember, useApi } from './pages.js';
import { renderApp } from './render-app.js';

const server = useApi();

const aDate = (id: string, more: Partial<ImportantDateView> = {}): ImportantDateView => ({
  _id: id,
  id,
  title: `Date ${id}`,
  date: '2026-12-24',
  yearly: false,
  remindDaysBefore: [0],
  private: false,
  createdBy: partner._id,
  next: '2026-12-24',
  daysUntil: 33,
  version: 1,
  ...more,
});

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

let wire: FakeWire;
let requests: { method: string; path: string; body: unknown }[];

const done = (data: unknown) => HttpResponse.json({ success: true, data });

beforeEach(() => {
  [wire, requests] = [new FakeWire(me._id), []];
  const { api } = server;
  remember(api);
  const note = async (request: Request): Promise<Record<string, unknown>> => {
    const body: Record<string, unknown> = request.method === 'DELETE' ? {} : Object(await request.json());
    requests.push({ method: request.method, path: new URL(request.url).pathname, body });
    return body;
  };
  server.http.use(
    http.post('*/api/partners/dates', async ({ request }) => {
      const { title } = await note(request);
      const made = aDate('new', { title: String(title), createdBy: me._id });
      api.dates = { ...api.dates, dates: [...api.dates.dates, made] };
      return done(made);
    }),
    http.patch('*/api/partners/dates/:id', async ({ request }) => {
      const { version, title } = await note(request);
      const [first] = api.dates.dates;
      if (!first) return refusal('DATE_NOT_FOUND');
      if (version !== first.version) return refusal('VERSION_CONFLICT');
      api.dates = {
        ...api.dates,
        dates: [{ ...first, title: String(title), version: first.version + 1 }, ...api.dates.dates.slice(1)],
      };
      return done(api.dates.dates[0]);
    }),
    http.delete('*/api/partners/dates/:id', async ({ request, params }) => {
      await note(request);
      api.dates = { ...api.dates, dates: api.dates.dates.filter(({ id }) => id !== params['id']) };
      return done({ done: true });
    }),
    http.patch('*/api/partners/together-since', async ({ request }) => {
      api.togetherSince = String((await note(request))['togetherSince']);
      return done({});
    }),
    http.put('*/api/partners/nickname', async ({ request }) => {
      const { nickname } = await note(request);
      api.nickname = nickname === '' ? null : String(nickname);
      return done({ nickname: api.nickname });
    }),
  );
});

function open(path: string): void {
  session.restart();
  renderApp(path, { wire });
}

const comingUp = () => screen.findByRole('region', { name: 'Coming up' });

const settings = async () => {
  open('/settings');
  await userEvent.click(await screen.findByRole('button', { name: 'Configure Relationship' }));
  return screen.findByRole('dialog', { name: 'Relationship' });
};

/** Types a date into its segments in their order. */
const typeDay = async (place: HTMLElement, name: string, parts: Record<string, string>): Promise<void> => {
  const group = within(place).getByRole('group', { name });
  for (const [part, digits] of Object.entries(parts)) {
    await userEvent.click(within(group).getByRole('spinbutton', { name: new RegExp(`^${part}`) }));
    await userEvent.keyboard(digits);
  }
};

const partnerDid = (kind: PartnerActivityKind): void => {
  const by = { _id: partner._id, firstName: partner.firstName };
  act(() =>
    wire.deliver('partner_activity', {
      kind,
      by,
      entity: { type: 'important_date', id: 'x' },
      at: new Date().toISOString(),
    }),
  );
};

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

describe('the start date of the couple', () => {
  it('is set for both and follows the partner’s changes', async () => {
    const dialog = await settings();
    await within(dialog).findByRole('group', { name: 'Together since' });
    const save = within(dialog).getByRole('button', { name: 'Save together since' });
    expect(save).toBeDisabled();
    await typeDay(dialog, 'Together since', { year: '2019' });
    await userEvent.click(save);
    expect(await screen.findByText('Saved for both of you')).toBeInTheDocument();
    expect(requests).toEqual([
      { method: 'PATCH', path: '/api/partners/together-since', body: { togetherSince: '2019-02-01', version: 0 } },
    ]);
    server.api.togetherSince = '2018-05-04';
    partnerDid('together_since_changed');
    await waitFor(() => {
      const since = within(dialog).getByRole('group', { name: 'Together since' });
      expect(within(since).getByRole('spinbutton', { name: /^year/ })).toHaveTextContent('2018');
    });
  });

  it('shows the server’s errors and version conflicts', async () => {
    const dialog = await settings();
    await within(dialog).findByRole('group', { name: 'Together since' });
    server.http.use(
      http.patch(
        '*/api/partners/together-since',
        () =>
          refusal('VALIDATION_FAILED', [
            { field: 'togetherSince', code: 'TOGETHER_SINCE_IN_FUTURE', message: 'This day is still to come' },
          ]),
        { once: true },
      ),
    );
    await typeDay(dialog, 'Together since', { year: '2099' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save together since' }));
    expect(await within(dialog).findByText('This day is still to come')).toBeVisible();
    server.http.use(http.patch('*/api/partners/together-since', () => refusal('VERSION_CONFLICT'), { once: true }));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save together since' }));
    expect(await screen.findByText(/Your partner has just set another day/)).toBeInTheDocument();
  });
});

describe('a nickname', () => {
  it('is shown in the couple’s own places beside the real name', async () => {
    server.api.nickname = 'Bärchen 🐻';
    open('/dashboard');
    expect(await screen.findByRole('heading', { name: 'Bärchen 🐻' })).toBeVisible();
    expect(screen.getByText('You and Bärchen 🐻, all in one place.')).toBeVisible();
    expect(screen.getByText('With Bärchen 🐻')).toBeInTheDocument();
    const card = screen.getByRole('region', { name: 'Your partner' });
    expect(within(card).getByText('Bärchen 🐻')).toBeVisible();
    expect(within(card).getByText(partner.fullName)).toBeVisible();
  });

  it('is set, and removed by emptying the field', async () => {
    const dialog = await settings();
    const field = await within(dialog).findByRole('textbox', { name: `Nickname for ${partner.firstName}` });
    await userEvent.type(field, ' Mausi ');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save nickname' }));
    expect(await screen.findByText('Nickname saved')).toBeInTheDocument();
    await waitFor(() => expect(within(dialog).getByRole('textbox', { name: /Nickname/ })).toHaveValue('Mausi'));
    await userEvent.clear(within(dialog).getByRole('textbox', { name: /Nickname/ }));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save nickname' }));
    expect(await screen.findByText('Nickname removed')).toBeInTheDocument();
    expect(requests.map(({ body }) => body)).toEqual([{ nickname: 'Mausi' }, { nickname: '' }]);
  });

  it('has at most forty characters', async () => {
    const dialog = await settings();
    await userEvent.click(await within(dialog).findByRole('textbox', { name: /Nickname/ }));
    await userEvent.paste('x'.repeat(41));
    expect(within(dialog).getByText('Nickname must be at most 40 characters')).toBeVisible();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save nickname' }));
    expect(requests).toEqual([]);
  });
});

describe('the moods of today', () => {
  const aMood = (userId: string, more: Partial<MoodView> = {}): MoodView => ({
    userId,
    day: '2026-11-21',
    mood: 'calm',
    note: '',
    at: '2026-11-21T12:00:00.000Z',
    ...more,
  });
  const card = () => screen.findByRole('region', { name: 'How today feels' });

  it('stand below the words that the partner wrote about themselves', async () => {
    server.api.partnerBio = 'Burns pancakes, books tables.';
    open('/partner');
    expect(await screen.findByText('Burns pancakes, books tables.')).toBeVisible();
    expect(await card()).toBeVisible();
  });

  it('are both shown on the partner’s page, with those of the last days', async () => {
    const { moods } = server.api;
    server.api.moods = {
      ...moods,
      moods: [aMood(partner._id, { mood: 'in_love', note: 'So much' }), aMood(me._id, { day: '2026-11-20' })],
    };
    open('/partner');
    const shown = await card();
    expect(await within(shown).findByText('So much')).toBeVisible();
    expect(within(shown).getByText('In love', { selector: 'p > span' })).toBeVisible();
    expect(within(shown).getByText('Friday, November 20')).toBeInTheDocument();
    server.api.moods = { ...moods, moods: [] };
    partnerDid('mood_changed');
    expect(await within(shown).findByText(`${partner.firstName} has not shared a mood today.`)).toBeVisible();
  });

  it('are chosen, shared with a note, and taken back', async () => {
    const { api } = server;
    server.http.use(
      http.put('*/api/moods/today', async ({ request }) => {
        const body = Object(await request.json());
        requests.push({ method: 'PUT', path: new URL(request.url).pathname, body });
        const made = aMood(me._id, body);
        api.moods = { ...api.moods, moods: [made] };
        return done(made);
      }),
      http.delete('*/api/moods/today', () => {
        api.moods = { ...api.moods, moods: [] };
        return done({ done: true });
      }),
    );
    open('/partner');
    const shown = await card();
    await userEvent.click(await within(shown).findByRole('radio', { name: 'Tired' }));
    const note = within(shown).getByRole('textbox', { name: `A few words for ${partner.firstName}` });
    await userEvent.click(note);
    await userEvent.paste('x'.repeat(141));
    expect(within(shown).getByText('Note must be at most 140 characters')).toBeVisible();
    await userEvent.click(within(shown).getByRole('button', { name: 'Share' }));
    expect(requests).toEqual([]);
    await userEvent.clear(note);
    await userEvent.click(note);
    await userEvent.paste(' Soup? ');
    await userEvent.click(within(shown).getByRole('button', { name: 'Share' }));
    expect(await within(shown).findByText('Soup?')).toBeVisible();
    expect(requests).toEqual([{ method: 'PUT', path: '/api/moods/today', body: { mood: 'tired', note: 'Soup?' } }]);
    await userEvent.click(within(shown).getByRole('button', { name: 'Take back' }));
    expect(await within(shown).findByRole('radio', { name: 'Tired' })).not.toBeChecked();
  });
});
