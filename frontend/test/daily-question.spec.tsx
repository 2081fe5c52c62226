import type { NotificationView } from '@duet/contracts';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { aQuestion, refusal } from './api-server.js';
import { anAnswer, data, pushPartnerActivity, useDailyQuestion } from './daily-question-page.js';

const { server, sent, onPost, open, setQuestion, findCard, saveAnswers } = useDailyQuestion();

describe('the question of the day', () => {
  it('takes an answer, waits for the partner’s and reveals both', async () => {
    saveAnswers();
    const wire = open('/dashboard');
    const region = await findCard();
    expect(await region.findByText('What made you smile today?')).toBeVisible();
    expect(region.getByText('Both answer today, and your rhythm begins.')).toBeVisible();
    await userEvent.click(region.getByRole('button', { name: 'Answer' }));
    expect(await region.findByRole('alert')).toHaveTextContent('Please write an answer.');
    await userEvent.type(region.getByRole('textbox', { name: 'Your answer' }), 'The dog in the rain');
    await userEvent.click(region.getByRole('button', { name: 'Answer' }));
    expect(await region.findByText('Waiting for Bob')).toBeVisible();
    expect(region.getByText('The dog in the rain')).toBeVisible();
    expect(sent).toEqual([
      {
        path: '/daily-question/d1/answer',
        body: { version: 1, answerVersion: 0, clientId: expect.any(String), text: 'The dog in the rain' },
      },
    ]);

    server.api.daily = { ...server.api.daily, rhythm: { days: 1, longest: 1, restDays: 0 } };
    setQuestion({
      ...server.api.daily.question,
      state: 'revealed',
      partnerAnswered: true,
      theirs: anAnswer('You, in the rain'),
    });
    const notification: NotificationView = {
      id: 'n1',
      type: 'success',
      message: 'Bob has answered too',
      timestamp: new Date().toISOString(),
      link: '/challenges',
      readAt: null,
    };
    act(() => wire.deliver('notification', { ...notification, entity: { type: 'daily_question', id: 'd1' } }));
    act(() =>
      wire.deliver('notification', {
        ...notification,
        id: 'n2',
        message: 'Something else',
        entity: { type: 'couple', id: 'c1' },
      }),
    );
    pushPartnerActivity(wire, 'daily_revealed');
    expect(await region.findByText('You, in the rain')).toBeVisible();
    // The page already shows it, so no toast appears.
    expect(await screen.findByText('Something else')).toBeInTheDocument();
    expect(screen.queryByText('Bob has answered too')).toBeNull();
    expect(region.getByText('The dog in the rain')).toBeVisible();
    expect(region.queryByText('Waiting for Bob')).toBeNull();
    expect(region.getByText('Your rhythm: 1 day.')).toBeVisible();
  });

  it('keeps an answer that could not be saved and retries it under the same id', async () => {
    let fails = true;
    saveAnswers();
    onPost('/daily-question/:id/answer', () =>
      fails ? refusal('UNAVAILABLE') : data(setQuestion({ state: 'mine', mine: anAnswer('Once more') })),
    );
    open('/dashboard');
    const region = await findCard();
    await userEvent.type(await region.findByRole('textbox', { name: 'Your answer' }), 'Once more');
    await userEvent.click(region.getByRole('button', { name: 'Answer' }));
    expect(await region.findByRole('alert')).toHaveTextContent('The service is unavailable right now.');
    expect(region.getByRole('textbox', { name: 'Your answer' })).toHaveValue('Once more');
    fails = false;
    await userEvent.click(region.getByRole('button', { name: 'Answer' }));
    expect(await region.findByText('Waiting for Bob')).toBeVisible();
    expect(sent[0]?.body['clientId']).toBe(sent[1]?.body['clientId']);
  });

  it('keeps the draft when the question changes or the partner answers', async () => {
    const wire = open('/dashboard');
    const region = await findCard();
    await userEvent.type(await region.findByRole('textbox', { name: 'Your answer' }), 'Half a thou');
    setQuestion({ text: 'What did you learn?', version: 2, canSwap: false });
    pushPartnerActivity(wire, 'daily_swapped');
    expect(await region.findByText('What did you learn?')).toBeVisible();
    setQuestion({ text: 'What did you learn?', version: 2, canSwap: false, state: 'theirs', partnerAnswered: true });
    pushPartnerActivity(wire, 'daily_answered');
    expect(await region.findByText(/Bob has answered/)).toBeVisible();
    expect(region.getByRole('textbox', { name: 'Your answer' })).toHaveValue('Half a thou');
  });

  it('takes a choice, a value on a scale or a guess', async () => {
    saveAnswers();
    const question = setQuestion({ type: 'guess', options: ['Tea', 'Coffee'], state: 'theirs', partnerAnswered: true });
    open('/dashboard');
    const region = await findCard();
    const group = async (name: string) => within(await region.findByRole('radiogroup', { name }));
    await userEvent.click((await group('For you')).getByRole('radio', { name: 'Tea' }));
    await userEvent.click(region.getByRole('button', { name: 'Answer' }));
    expect(await region.findByRole('alert')).toHaveTextContent('Please guess what Bob would choose.');
    await userEvent.click((await group('What Bob would choose')).getByRole('radio', { name: 'Coffee' }));
    onPost('/daily-question/:id/answer', () =>
      data(
        setQuestion({ ...question, state: 'revealed', mine: anAnswer('', 0, 1), theirs: anAnswer('of course', 1, 1) }),
      ),
    );
    await userEvent.click(region.getByRole('button', { name: 'Answer' }));
    expect(await region.findByText('You guessed right! Bob guessed “Coffee”.')).toBeVisible();
    expect(sent.at(-1)?.body).toMatchObject({ value: 0, guess: 1, text: '' });
  });

  it('lets an answer be changed until the partner has answered', async () => {
    saveAnswers();
    setQuestion({ type: 'scale', options: ['Low', 'High'], state: 'mine', mine: anAnswer('so so', 3) });
    open('/dashboard');
    const region = await findCard();
    await userEvent.click(await region.findByRole('button', { name: 'Change your answer' }));
    await userEvent.click(region.getByRole('radio', { name: '5 · High' }));
    await userEvent.click(region.getByRole('button', { name: 'Save' }));
    expect(await region.findByText('5 of 5')).toBeVisible();
    expect(sent.at(-1)?.body).toMatchObject({ answerVersion: 1, value: 5, text: 'so so' });
  });

  it('shows a loading error and can be loaded again', async () => {
    let fails = true;
    server.http.use(
      http.get('*/api/daily-question/today', () => (fails ? refusal('UNAVAILABLE') : data(server.api.daily))),
    );
    open('/dashboard');
    const region = await findCard();
    expect(await region.findByRole('alert')).toHaveTextContent('Today’s question could not be loaded.');
    fails = false;
    await userEvent.click(region.getByRole('button', { name: 'Retry' }));
    expect(await region.findByText('What made you smile today?')).toBeVisible();
  });

  it('can be swapped or excluded', async () => {
    onPost('/daily-question/:id/swap', () => data(setQuestion({ text: 'Another one?', version: 2, canSwap: false })));
    onPost('/daily-question/:id/never', () => data(server.api.daily.question));
    open('/dashboard');
    const region = await findCard();
    await userEvent.click(await region.findByRole('button', { name: 'More about this question' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Another question today' }));
    expect(await region.findByText('Another one?')).toBeVisible();
    await userEvent.click(region.getByRole('button', { name: 'More about this question' }));
    expect(screen.queryByRole('menuitem', { name: 'Another question today' })).toBeNull();
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Never ask us this again' }));
    expect(await screen.findByText('You two will not be asked this again')).toBeInTheDocument();
    expect(sent).toMatchObject([
      { path: '/daily-question/d1/swap', body: { version: 1 } },
      { path: '/daily-question/d1/never', body: { version: 2 } },
    ]);
  });

  it('can still be answered the next day', async () => {
    const late = aQuestion({
      _id: 'd0',
      dayKey: '2027-01-09',
      text: 'And yesterday?',
      canSwap: false,
      state: 'theirs',
      partnerAnswered: true,
    });
    server.api.daily = { ...server.api.daily, pending: [late], rhythm: { days: 0, longest: 23, restDays: 0 } };
    onPost('/daily-question/:id/answer', () => {
      server.api.daily = { ...server.api.daily, pending: [] };
      return data({ ...late, state: 'revealed', mine: anAnswer('late'), theirs: anAnswer('in time') });
    });
    open('/dashboard');
    const region = await findCard();
    expect(await region.findByText('Your longest rhythm: 23 days. Start again?')).toBeVisible();
    await userEvent.click(region.getByRole('button', { name: 'Answer: And yesterday?' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.type(dialog.getByRole('textbox', { name: 'Your answer' }), 'late');
    await userEvent.click(dialog.getByRole('button', { name: 'Answer' }));
    await waitFor(() => expect(screen.queryByText('And yesterday?')).toBeNull());
    expect(sent).toMatchObject([{ path: '/daily-question/d0/answer' }]);
  });
});
