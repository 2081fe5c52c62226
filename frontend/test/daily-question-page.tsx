import type { DailyAnswerView, DailyQuestionView, PartnerActivityKind } from '@duet/contracts';
import { act, screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { session } from '../src/platform/session/session.js';
import { aQuestion } from './api-server.js';
import { partner } from './chat-server.js';
import { FakeWire } from './fake-wire.js';
import { remember, useApi } from './pages.js';
import { renderApp } from './render-app.js';

export const anAnswer = (text: string, value: number | null = null, guess: number | null = null): DailyAnswerView => ({
  value,
  guess,
  text,
  answeredAt: '2027-01-10T10:00:00Z',
  version: 1,
});

interface Sent {
  path: string;
  body: Record<string, unknown>;
}

export const data = (value: unknown, status = 200) => HttpResponse.json({ success: true, data: value }, { status });

export const pushPartnerActivity = (wire: FakeWire, kind: PartnerActivityKind): void => {
  const by = { _id: partner._id, firstName: partner.firstName };
  act(() =>
    wire.deliver('partner_activity', {
      kind,
      by,
      entity: { type: 'daily_question', id: 'd1' },
      at: new Date().toISOString(),
    }),
  );
};

/** Starts the fake API for a test file. `sent` contains the calls that the current test has made. */
export function useDailyQuestion() {
  const server = useApi();
  const sent: Sent[] = [];
  beforeEach(() => void sent.splice(0));

  /** Answers a call and records its input. */
  const onPost = (path: string, answer: (body: Record<string, unknown>) => Response) =>
    server.http.use(
      http.post(`*/api${path}`, async ({ request }) => {
        const body: Record<string, unknown> = Object(await request.json());
        sent.push({ path: new URL(request.url).pathname.replace('/api', ''), body });
        return answer(body);
      }),
    );

  function open(path: string) {
    remember(server.api);
    session.restart();
    return renderApp(path).wire;
  }

  const setQuestion = (question: Partial<DailyQuestionView>): DailyQuestionView =>
    (server.api.daily = { ...server.api.daily, question: aQuestion(question) }).question;

  const findCard = async () => within(await screen.findByRole('region', { name: 'Question of the day' }));

  /** Lets the server save answers. */
  const saveAnswers = () =>
    onPost('/daily-question/:id/answer', ({ text, value, guess }) => {
      const mine = anAnswer(
        String(text),
        typeof value === 'number' ? value : null,
        typeof guess === 'number' ? guess : null,
      );
      return data(
        setQuestion({
          ...server.api.daily.question,
          mine,
          state: server.api.daily.question.partnerAnswered ? 'revealed' : 'mine',
          canSwap: false,
        }),
      );
    });

  return { server, sent, onPost, open, setQuestion, findCard, saveAnswers };
}
