import { randomUUID } from 'node:crypto';
import { BOTH, CREATED, path } from './calls.mjs';

/** @type {Record<string, import('./calls.mjs').IdRow>} */
export const QUESTION_ROWS = {
  'POST /api/daily-question/{id}/answer id': {
    thing: 'dailyQuestion',
    call: path(() => ({ version: 1, answerVersion: 0, clientId: randomUUID(), text: 'Yes' })),
    expect: BOTH,
  },
  'POST /api/daily-question/{id}/swap id': { thing: 'dailyQuestion', call: path(() => ({ version: 1 })), expect: BOTH },
  'POST /api/daily-question/{id}/never id': {
    thing: 'dailyQuestion',
    call: path(() => ({ version: 1 })),
    expect: BOTH,
  },
  'POST /api/daily-question/{id}/reactions id': {
    thing: 'revealedQuestion',
    call: path(() => ({ emoji: '👍' })),
    expect: BOTH,
  },
  'POST /api/daily-question/{id}/keep id': {
    thing: 'revealedQuestion',
    call: path(() => ({ clientId: randomUUID() })),
    expect: CREATED,
  },
  'POST /api/daily-question/{id}/keep capsuleId': {
    thing: 'albumForAnswers',
    call: (capsuleId, { questionId }) => ({
      path: { id: String(questionId) },
      body: { capsuleId, clientId: randomUUID() },
    }),
    expect: CREATED,
  },
  'DELETE /api/questions/{id} id': { thing: 'ownQuestion', call: path() },
};
