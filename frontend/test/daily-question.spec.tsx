import type { DailyAnswerView, DailyQuestionView } from '@duet/contracts';
import { act, configure, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { createMemoryRouter } from 'react-router-dom';
import { createLive } from '../src/api/live.js';
import { session } from '../src/api/session.js';
import { App } from '../src/app/app.js';
import { routes } from '../src/app/router.js';
import { makeStore } from '../src/app/store.js';
import { aQuestion, refusal } from './api-server.js';
import { me, partner } from './chat-server.js';
import { FakeWire } from './fake-wire.js';
import { remember, useApi } from './pages.js';

// The first page of a file of tests is compiled while it is waited for.
configure({ asyncUtilTimeout: 5_000 });

const server = useApi();

const said = (text: string, value: number | null = null, guess: number | null = null): DailyAnswerView => ({ value, guess, text, answeredAt: '2027-01-10T10:00:00Z', version: 1 });

interface Told {
  path: string;
  body: Record<string, unknown>;
}

let told: Told[];

const data = (value: unknown, status = 200) => HttpResponse.json({ success: true, data: value }, { status });

/** What the server does with a call, and what it was told. */
const onPost = (path: string, answer: (body: Record<string, unknown>) => Response) =>
  server.http.use(
    http.post(`*/api${path}`, async ({ request }) => {
      const body: Record<string, unknown> = Object(await request.json());
      told.push({ path: new URL(request.url).pathname.replace('/api', ''), body });
      return answer(body);
    }),
  );

beforeEach(() => {
  told = [];
});

function open(path: string) {
  remember(server.api);
  session.restart();
  const [wire, store] = [new FakeWire(me._id), makeStore()];
  render(<App store={store} live={createLive(store, wire.open)} router={createMemoryRouter(routes, { initialEntries: [path] })} />);
  return wire;
}

const asks = (question: Partial<DailyQuestionView>): DailyQuestionView => (server.api.daily = { ...server.api.daily, question: aQuestion(question) }).question;

const card = async () => within(await screen.findByRole('region', { name: 'Question of the day' }));

/** The server keeps what it is told. */
const keepsAnswers = () =>
  onPost('/daily-question/:id/answer', ({ text, value, guess }) => {
    const mine = said(String(text), typeof value === 'number' ? value : null, typeof guess === 'number' ? guess : null);
    return data(asks({ ...server.api.daily.question, mine, state: server.api.daily.question.partnerAnswered ? 'revealed' : 'mine', canSwap: false }));
  });

const partnerDid = (wire: FakeWire, kind: string): void => {
  const by = { _id: partner._id, firstName: partner.firstName };
  act(() => wire.tell('partner_activity', { kind, by, entity: { type: 'daily_question', id: 'd1' }, at: new Date().toISOString() }));
};

describe('the question of the day', () => {
  it('is answered, waits for the other, and is revealed as soon as they answer', async () => {
    keepsAnswers();
    const wire = open('/dashboard');
    const region = await card();
    expect(await region.findByText('What made you smile today?')).toBeVisible();
    expect(region.getByText('Both answer today, and your rhythm begins.')).toBeVisible();
    await userEvent.click(region.getByRole('button', { name: 'Answer' }));
    expect(await region.findByRole('alert')).toHaveTextContent('Please write an answer.');
    await userEvent.type(region.getByRole('textbox', { name: 'Your answer' }), 'The dog in the rain');
    await userEvent.click(region.getByRole('button', { name: 'Answer' }));
    expect(await region.findByText('Waiting for Bob')).toBeVisible();
    expect(region.getByText('The dog in the rain')).toBeVisible();
    expect(told).toEqual([{ path: '/daily-question/d1/answer', body: { version: 1, answerVersion: 0, clientId: expect.any(String), text: 'The dog in the rain' } }]);

    server.api.daily = { ...server.api.daily, rhythm: { days: 1, longest: 1, restDays: 0 } };
    asks({ ...server.api.daily.question, state: 'revealed', partnerAnswered: true, theirs: said('You, in the rain') });
    const notification = { id: 'n1', type: 'success', message: 'Bob has answered too', timestamp: new Date().toISOString(), link: '/challenges', readAt: null };
    act(() => wire.tell('notification', { ...notification, entity: { type: 'daily_question', id: 'd1' } }));
    act(() => wire.tell('notification', { ...notification, id: 'n2', message: 'Something else', entity: { type: 'couple', id: 'c1' } }));
    partnerDid(wire, 'daily_revealed');
    expect(await region.findByText('You, in the rain')).toBeVisible();
    // What shows on the page needs no toast.
    expect(await screen.findByText('Something else')).toBeInTheDocument();
    expect(screen.queryByText('Bob has answered too')).toBeNull();
    expect(region.getByText('The dog in the rain')).toBeVisible();
    expect(region.queryByText('Waiting for Bob')).toBeNull();
    expect(region.getByText('Your rhythm: 1 day.')).toBeVisible();
  });

  it('keeps what was written when the answer could not be saved, and sends it under the same id', async () => {
    let fails = true;
    keepsAnswers();
    onPost('/daily-question/:id/answer', () => (fails ? refusal('UNAVAILABLE') : data(asks({ state: 'mine', mine: said('Once more') }))));
    open('/dashboard');
    const region = await card();
    await userEvent.type(await region.findByRole('textbox', { name: 'Your answer' }), 'Once more');
    await userEvent.click(region.getByRole('button', { name: 'Answer' }));
    expect(await region.findByRole('alert')).toHaveTextContent('The service is unavailable right now.');
    expect(region.getByRole('textbox', { name: 'Your answer' })).toHaveValue('Once more');
    fails = false;
    await userEvent.click(region.getByRole('button', { name: 'Answer' }));
    expect(await region.findByText('Waiting for Bob')).toBeVisible();
    expect(told[0]?.body['clientId']).toBe(told[1]?.body['clientId']);
  });

  it('keeps what is being written when it becomes another one, or the other answers', async () => {
    const wire = open('/dashboard');
    const region = await card();
    await userEvent.type(await region.findByRole('textbox', { name: 'Your answer' }), 'Half a thou');
    asks({ text: 'What did you learn?', version: 2, canSwap: false });
    partnerDid(wire, 'daily_swapped');
    expect(await region.findByText('What did you learn?')).toBeVisible();
    asks({ text: 'What did you learn?', version: 2, canSwap: false, state: 'theirs', partnerAnswered: true });
    partnerDid(wire, 'daily_answered');
    expect(await region.findByText(/Bob has answered/)).toBeVisible();
    expect(region.getByRole('textbox', { name: 'Your answer' })).toHaveValue('Half a thou');
  });

  it('is answered by a choice, on a scale, and by a guess', async () => {
    keepsAnswers();
    const question = asks({ type: 'guess', options: ['Tea', 'Coffee'], state: 'theirs', partnerAnswered: true });
    open('/dashboard');
    const region = await card();
    const group = async (name: string) => within(await region.findByRole('radiogroup', { name }));
    await userEvent.click((await group('For you')).getByRole('radio', { name: 'Tea' }));
    await userEvent.click(region.getByRole('button', { name: 'Answer' }));
    expect(await region.findByRole('alert')).toHaveTextContent('Please guess what Bob would choose.');
    await userEvent.click((await group('What Bob would choose')).getByRole('radio', { name: 'Coffee' }));
    onPost('/daily-question/:id/answer', () => data(asks({ ...question, state: 'revealed', mine: said('', 0, 1), theirs: said('of course', 1, 1) })));
    await userEvent.click(region.getByRole('button', { name: 'Answer' }));
    expect(await region.findByText('You guessed right! Bob guessed “Coffee”.')).toBeVisible();
    expect(told.at(-1)?.body).toMatchObject({ value: 0, guess: 1, text: '' });
  });

  it('can be changed until the other has answered', async () => {
    keepsAnswers();
    asks({ type: 'scale', options: ['Low', 'High'], state: 'mine', mine: said('so so', 3) });
    open('/dashboard');
    const region = await card();
    await userEvent.click(await region.findByRole('button', { name: 'Change your answer' }));
    await userEvent.click(region.getByRole('radio', { name: '5 · High' }));
    await userEvent.click(region.getByRole('button', { name: 'Save' }));
    expect(await region.findByText('5 of 5')).toBeVisible();
    expect(told.at(-1)?.body).toMatchObject({ answerVersion: 1, value: 5, text: 'so so' });
  });

  it('says when it could not be loaded, and loads it again', async () => {
    let fails = true;
    server.http.use(http.get('*/api/daily-question/today', () => (fails ? refusal('UNAVAILABLE') : data(server.api.daily))));
    open('/dashboard');
    const region = await card();
    expect(await region.findByRole('alert')).toHaveTextContent('Today’s question could not be loaded.');
    fails = false;
    await userEvent.click(region.getByRole('button', { name: 'Retry' }));
    expect(await region.findByText('What made you smile today?')).toBeVisible();
  });

  it('is exchanged for another, or never asked again', async () => {
    onPost('/daily-question/:id/swap', () => data(asks({ text: 'Another one?', version: 2, canSwap: false })));
    onPost('/daily-question/:id/never', () => data(server.api.daily.question));
    open('/dashboard');
    const region = await card();
    await userEvent.click(await region.findByRole('button', { name: 'More about this question' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Another question today' }));
    expect(await region.findByText('Another one?')).toBeVisible();
    await userEvent.click(region.getByRole('button', { name: 'More about this question' }));
    expect(screen.queryByRole('menuitem', { name: 'Another question today' })).toBeNull();
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Never ask us this again' }));
    expect(await screen.findByText('You two will not be asked this again')).toBeInTheDocument();
    expect(told).toMatchObject([{ path: '/daily-question/d1/swap', body: { version: 1 } }, { path: '/daily-question/d1/never', body: { version: 2 } }]);
  });

  it('of yesterday can still be answered', async () => {
    const late = aQuestion({ _id: 'd0', dayKey: '2027-01-09', text: 'And yesterday?', canSwap: false, state: 'theirs', partnerAnswered: true });
    server.api.daily = { ...server.api.daily, pending: [late], rhythm: { days: 0, longest: 23, restDays: 0 } };
    onPost('/daily-question/:id/answer', () => {
      server.api.daily = { ...server.api.daily, pending: [] };
      return data({ ...late, state: 'revealed', mine: said('late'), theirs: said('in time') });
    });
    open('/dashboard');
    const region = await card();
    expect(await region.findByText('Your longest rhythm: 23 days. Start again?')).toBeVisible();
    await userEvent.click(region.getByRole('button', { name: 'Answer: And yesterday?' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.type(dialog.getByRole('textbox', { name: 'Your answer' }), 'late');
    await userEvent.click(dialog.getByRole('button', { name: 'Answer' }));
    await waitFor(() => expect(screen.queryByText('And yesterday?')).toBeNull());
    expect(told).toMatchObject([{ path: '/daily-question/d0/answer' }]);
  });
});

describe('the history on /challenges', () => {
  const day = (dayKey: string, text: string): DailyQuestionView =>
    aQuestion({ _id: dayKey, dayKey, text, state: 'revealed', canSwap: false, partnerAnswered: true, mine: said('mine'), theirs: said('theirs'), reactions: [{ emoji: '😂', user: partner._id }] });

  it('is searched, read on and reacted to', async () => {
    const asked: string[] = [];
    server.http.use(
      http.get('*/api/daily-question/history', ({ request }) => {
        const { searchParams } = new URL(request.url);
        asked.push(searchParams.toString());
        const [q, cursor] = [searchParams.get('q'), searchParams.get('cursor')];
        const questions = q === null ? [cursor === null ? day('2027-01-09', 'The newer one?') : day('2027-01-08', 'The older one?')] : [];
        return HttpResponse.json({ success: true, data: questions, nextCursor: q === null && cursor === null ? '2027-01-09' : null });
      }),
    );
    onPost('/daily-question/:id/reactions', () => data(day('2027-01-09', 'The newer one?')));
    open('/challenges');
    const region = within(await screen.findByRole('region', { name: 'Your answers' }));
    const newest = within(await region.findByRole('listitem'));
    expect(newest.getByRole('button', { name: '😂 1, by Bob' })).toHaveAttribute('aria-pressed', 'false');
    await userEvent.click(newest.getByRole('button', { name: 'React with ❤️' }));
    await waitFor(() => expect(told).toEqual([{ path: '/daily-question/2027-01-09/reactions', body: { emoji: '❤️' } }]));
    await userEvent.click(region.getByRole('button', { name: 'Show more' }));
    expect(await region.findByText('The older one?')).toBeVisible();
    await userEvent.type(region.getByRole('searchbox', { name: 'Search your answers' }), 'zebra');
    expect(await region.findByText('No results for “zebra”')).toBeVisible();
    expect(asked).toContain('q=zebra');
    expect(screen.getByText('Coming soon')).toBeVisible();
  });

  it('has the questions that wait, and a place to write one', async () => {
    const waiting = [{ _id: 'o1', text: 'Shall we dance?', type: 'open', options: [], createdAt: '2027-01-09T10:00:00Z' }];
    server.http.use(http.get('*/api/questions', () => data(waiting)));
    onPost('/questions', ({ text }) => data({ ...waiting[0], _id: 'o2', text }, 201));
    open('/challenges');
    expect(await screen.findByText('Shall we dance?')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Write a question' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Write your own question' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Save question' }));
    expect(await dialog.findByText('Please write a question')).toBeVisible();
    await userEvent.type(dialog.getByRole('textbox', { name: 'Your question' }), 'Sea or hills?');
    await userEvent.click(dialog.getByRole('radio', { name: 'One of several' }));
    await userEvent.type(dialog.getByRole('textbox', { name: 'Choice 1' }), 'Sea');
    await userEvent.click(dialog.getByRole('button', { name: 'Save question' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent('Please fill in the choices');
    await userEvent.type(dialog.getByRole('textbox', { name: 'Choice 2' }), 'Hills');
    await userEvent.click(dialog.getByRole('button', { name: 'Add a choice' }));
    await userEvent.type(dialog.getByRole('textbox', { name: 'Choice 3' }), 'Both');
    await userEvent.click(dialog.getByRole('button', { name: 'Save question' }));
    expect(await screen.findByText('Your question is waiting for its day')).toBeInTheDocument();
    expect(told).toEqual([{ path: '/questions', body: { text: 'Sea or hills?', type: 'single', options: ['Sea', 'Hills', 'Both'], clientId: expect.any(String) } }]);
  });
});

describe('the settings of it', () => {
  const put = (answer: (body: Record<string, unknown>) => Response) =>
    server.http.use(
      http.put('*/api/daily-question/preferences', async ({ request }) => {
        const body: Record<string, unknown> = Object(await request.json());
        told.push({ path: '/preferences', body });
        return answer(body);
      }),
    );

  const relationship = async () => {
    open('/settings');
    await userEvent.click(await screen.findByRole('button', { name: 'Configure Relationship' }));
    return within(await within(await screen.findByRole('dialog', { name: 'Relationship' })).findByRole('region', { name: 'Daily question' }));
  };

  it('are the categories, of which the sensitive ones need both', async () => {
    put((body) => data((server.api.dailyPreferences = { ...server.api.dailyPreferences, ...body })));
    const panel = await relationship();
    expect(await panel.findByText(/These need both of you/)).toBeVisible();
    expect(panel.getByRole('checkbox', { name: 'Closeness' })).not.toBeChecked();
    await userEvent.click(panel.getByRole('checkbox', { name: 'Closeness' }));
    await waitFor(() => expect(panel.getByRole('checkbox', { name: 'Closeness' })).toBeChecked());
    await userEvent.click(panel.getByRole('checkbox', { name: 'Dreams' }));
    await waitFor(() => expect(told).toHaveLength(2));
    expect(told[0]?.body['categories']).toEqual(expect.arrayContaining(['intimacy', 'dreams', 'fun']));
    expect(told[1]?.body['categories']).toEqual(expect.arrayContaining(['intimacy', 'fun']));
    expect(told[1]?.body['categories']).not.toContain('dreams');
  });

  it('are for both, and follow what the partner has just set', async () => {
    put(() => {
      server.api.dailyPreferences = { ...server.api.dailyPreferences, rhythmShown: true, holiday: { until: '2027-01-20' }, version: 2 };
      return refusal('VERSION_CONFLICT');
    });
    const panel = await relationship();
    await userEvent.click(await panel.findByRole('switch', { name: /Show our rhythm/ }));
    expect(await screen.findByText(/Your partner has just changed this/)).toBeInTheDocument();
    expect(await panel.findByText(/On holiday until/)).toBeVisible();
    expect(panel.getByRole('switch', { name: /Show our rhythm/ })).toBeChecked();
    put((body) => data((server.api.dailyPreferences = { ...server.api.dailyPreferences, ...body, holiday: null, version: 3 })));
    await userEvent.click(panel.getByRole('button', { name: 'End the holiday' }));
    expect(await panel.findByRole('button', { name: 'Start the holiday' })).toBeVisible();
    expect(told.at(-1)?.body).toEqual({ holiday: null, version: 2 });
  });

  it('are each one’s time of the day', async () => {
    server.http.use(
      http.put('*/api/users/settings', async ({ request }) => {
        told.push({ path: '/settings', body: Object(await request.json()) });
        return refusal('UNAVAILABLE');
      }),
    );
    open('/settings');
    await userEvent.click(await screen.findByRole('button', { name: 'Configure Notifications' }));
    const field = await screen.findByLabelText('Daily question time');
    await waitFor(() => expect(field).toBeEnabled());
    expect(field).toHaveValue('19:00');
    await userEvent.clear(field);
    await userEvent.type(field, '07:30');
    await userEvent.tab();
    await waitFor(() => expect(told).toEqual([{ path: '/settings', body: { settings: { notifications: { dailyQuestionTime: '07:30' } } } }]));
  });
});
