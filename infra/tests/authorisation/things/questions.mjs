import { randomUUID } from 'node:crypto';
import { must } from '../world.mjs';
import { pair } from './scene.mjs';

/** @typedef {import('./scene.mjs').Scene} Scene */

/** Today's question of a couple, written by one of them, so that it accepts a text. @param {Scene} scene */
async function dailyQuestion(scene) {
  const { owner, partner } = await pair(scene);
  await must(scene.origin, 'POST', '/api/questions', {
    token: owner.token,
    body: { text: 'canary of the couple', type: 'open', clientId: randomUUID() },
  });
  const { question } = await must(scene.origin, 'GET', '/api/daily-question/today', { token: owner.token });
  return { id: question._id, owner, partner };
}

/** The same with both answers. @param {Scene} scene */
export async function revealedQuestion(scene) {
  const question = await dailyQuestion(scene);
  for (const { token } of [question.owner, question.partner]) {
    await must(scene.origin, 'POST', `/api/daily-question/${question.id}/answer`, {
      token,
      body: { version: 1, answerVersion: 0, clientId: randomUUID(), text: 'Yes' },
    });
  }
  return question;
}

/** @satisfies {Record<string, import('./scene.mjs').Kind>} */
export const QUESTION_THINGS = {
  ownQuestion: {
    make: async ({ origin, world }) => {
      const { _id } = await must(origin, 'POST', '/api/questions', {
        token: world.owner.token,
        body: { text: 'canary of the couple', type: 'open', clientId: randomUUID() },
      });
      return { id: _id };
    },
  },
  dailyQuestion: { make: dailyQuestion },
  revealedQuestion: { make: revealedQuestion },
};
