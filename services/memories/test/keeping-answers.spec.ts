import { randomUUID } from 'node:crypto';
import { type RevealedQuestion, keepAnswers } from '@duet/contracts';
import type { TestUser } from '@duet/testing';
import type { KeptThings } from './keeping-peers.js';
import { type KeepingScene, keepingCalls, startKeeping } from './keeping-scene.js';
import type { RunningMemories } from './running-memories.js';

let scene: KeepingScene;
let memories: RunningMemories;
let known: KeptThings;

beforeAll(async () => {
  scene = await startKeeping();
  ({
    memories,
    peers: { known },
  } = scene);
});

afterAll(() => scene.stop());

beforeEach(() => memories.itIs('2026-11-22T12:00:00Z'));

const { couple } = keepingCalls(() => scene);

describe('keeping a daily question', () => {
  function reveal(coupleId: string, ada: TestUser, bob: TestUser): RevealedQuestion {
    const question = {
      questionId: randomUUID(),
      coupleId,
      dayKey: '2026-11-19',
      question: 'Sea or mountains?',
      answers: [
        { by: ada.id, chosen: 'Sea', text: '' },
        { by: bob.id, chosen: 'Mountains', text: 'Always' },
      ],
    };
    known.questions.set(question.questionId, question);
    return question;
  }

  it('copies the question and both answers, once', async () => {
    const [ada, bob, coupleId] = await couple();
    const { questionId } = reveal(coupleId, ada, bob);
    const kept = await ada.call(keepAnswers, { questionId, clientId: randomUUID() });
    expect(kept.contribution).toMatchObject({
      author: ada.id,
      kind: 'answer',
      happenedAt: '2026-11-19',
      keptMessage: null,
      keptAnswers: {
        questionId,
        question: 'Sea or mountains?',
        answers: [
          { by: ada.id, chosen: 'Sea', words: '' },
          { by: bob.id, chosen: 'Mountains', words: 'Always' },
        ],
      },
    });
    const again = await bob.call(keepAnswers, { questionId, clientId: randomUUID() });
    expect(again).toEqual({ contribution: kept.contribution, repeated: true });
  });

  it('refuses an unrevealed question and that of another couple', async () => {
    const [ada, bob, coupleId] = await couple();
    const [stranger] = await couple();
    const { questionId } = reveal(coupleId, ada, bob);
    for (const [user, id] of [
      [ada, randomUUID()],
      [stranger, questionId],
    ] as const)
      expect(await user.refusal(keepAnswers, { questionId: id, clientId: randomUUID() })).toMatchObject({
        code: 'QUESTION_NOT_FOUND',
      });
  });
});
