import type { DailyQuestionView } from '@duet/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, delay, http } from 'msw';
import { session } from '../src/platform/session/session.js';
import { aQuestion } from './api-server.js';
import { partner } from './chat-server.js';
import { anAnswer, data, useDailyQuestion } from './daily-question-page.js';

const { server, sent, onPost, open } = useDailyQuestion();

describe('the question history on /challenges', () => {
  const day = (dayKey: string, text: string): DailyQuestionView =>
    aQuestion({
      _id: dayKey,
      dayKey,
      text,
      state: 'revealed',
      canSwap: false,
      partnerAnswered: true,
      mine: anAnswer('mine'),
      theirs: anAnswer('theirs'),
      reactions: [{ emoji: '😂', user: partner._id }],
    });

  it('can be searched, paged and reacted to', async () => {
    const asked: string[] = [];
    server.http.use(
      http.get('*/api/daily-question/history', ({ request }) => {
        const { searchParams } = new URL(request.url);
        asked.push(searchParams.toString());
        const [q, cursor] = [searchParams.get('q'), searchParams.get('cursor')];
        const questions =
          q === null
            ? [cursor === null ? day('2027-01-09', 'The newer one?') : day('2027-01-08', 'The older one?')]
            : [];
        return HttpResponse.json({
          success: true,
          data: questions,
          nextCursor: q === null && cursor === null ? '2027-01-09' : null,
        });
      }),
    );
    onPost('/daily-question/:id/reactions', () => data(day('2027-01-09', 'The newer one?')));
    open('/challenges');
    const region = within(await screen.findByRole('region', { name: 'Your answers' }));
    const newest = within(await region.findByRole('listitem'));
    expect(newest.getByRole('button', { name: '😂 1, by Bob' })).toHaveAttribute('aria-pressed', 'false');
    await userEvent.click(newest.getByRole('button', { name: 'React with ❤️' }));
    await waitFor(() =>
      expect(sent).toEqual([{ path: '/daily-question/2027-01-09/reactions', body: { emoji: '❤️' } }]),
    );
    await userEvent.click(region.getByRole('button', { name: 'Show more' }));
    expect(await region.findByText('The older one?')).toBeVisible();
    await userEvent.type(region.getByRole('searchbox', { name: 'Search your answers' }), 'zebra');
    expect(await region.findByText('No results for “zebra”')).toBeVisible();
    expect(asked).toContain('q=zebra');
  });

  it('lists the own waiting questions and lets the user write one', async () => {
    const waiting = [
      { _id: 'o1', text: 'Shall we dance?', type: 'open', options: [], createdAt: '2027-01-09T10:00:00Z' },
    ];
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
    expect(sent).toEqual([
      {
        path: '/questions',
        body: {
          text: 'Sea or hills?',
          type: 'single',
          options: ['Sea', 'Hills', 'Both'],
          clientId: expect.any(String),
        },
      },
    ]);
  });
});

describe('a question that its author takes back before they sign out', () => {
  const waiting = { _id: 'o1', text: 'Shall we dance?', type: 'open', options: [], createdAt: '2027-01-09T10:00:00Z' };
  const calls: string[] = [];
  beforeEach(() => {
    calls.length = 0;
    const called = (request: Request): void =>
      void calls.push(`${request.method} ${new URL(request.url).pathname} ${request.headers.get('authorization')}`);
    server.http.use(
      http.get('*/api/questions', () => data([waiting])),
      http.delete('*/api/questions/:id', ({ request }) => {
        called(request);
        return data(null);
      }),
      http.post('*/api/auth/logout', ({ request }) => {
        called(request);
        return data(null);
      }),
    );
  });

  async function takeBackAndSignOut(): Promise<void> {
    open('/challenges');
    await userEvent.click(await screen.findByRole('button', { name: 'Take back: Shall we dance?' }));
    await screen.findByRole('button', { name: 'Undo' });
    await userEvent.click(screen.getByRole('button', { name: 'User menu' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Sign out' }));
  }

  it('goes with their session, and nothing offers to undo it', async () => {
    await takeBackAndSignOut();
    await waitFor(() => expect(session.get().status).toBe('unauthenticated'));
    expect(calls).toEqual(['DELETE /api/questions/o1 Bearer t2', 'POST /api/auth/logout Bearer t2']);
    expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
  });

  it('does not hold them when the server does not answer', async () => {
    server.http.use(http.delete('*/api/questions/:id', () => delay('infinite')));
    await takeBackAndSignOut();
    await waitFor(() => expect(session.get().status).toBe('unauthenticated'), { timeout: 8_000 });
    expect(calls).toEqual(['POST /api/auth/logout Bearer t2']);
  });
});
