import { type ChallengeView, challengeUpdated, completeStep, getChallenge, listBadges } from '@duet/contracts';
import { type TestUser, eventually } from '@duet/testing';
import type { RunningChallenges } from './running-challenges.js';

export const SECRET = 'nobody may read this before both have written';

export const seen = (by: TestUser, { _id: id }: ChallengeView) => by.call(getChallenge, { id });

export const stepIdOf = ({ steps }: ChallengeView, position = 0): string => steps[position]?._id ?? '';

export const complete = (by: TestUser, challenge: ChallengeView, position = 0, more: object = {}) =>
  by.call(completeStep, { id: challenge._id, stepId: stepIdOf(challenge, position), ...more });

export const refusedStep = (by: TestUser, challenge: ChallengeView, position = 0, more: object = {}) =>
  by.refusal(completeStep, { id: challenge._id, stepId: stepIdOf(challenge, position), ...more });

const NO_FIGURES = { capsules: 0, reveals: 0, rhythm: 0, daysTogether: 1 };
export const badgesOf = (by: TestUser, figures: object = {}) => by.call(listBadges, { ...NO_FIGURES, ...figures });
export const pointsOf = async (by: TestUser) => (await badgesOf(by)).points;

/** The live updates about a challenge, as the partners get them. */
export function challengeUpdates(challenges: () => RunningChallenges) {
  const changesOf = ({ _id }: ChallengeView) =>
    challenges()
      .bus.live(challengeUpdated)
      .filter(({ update }) => update.challengeId === _id)
      .map(({ update }) => update.action);

  /** Live updates may arrive after the answer of the call that caused them. */
  const expectChanges = (challenge: ChallengeView, changes: string[]) =>
    eventually(async () => expect(changesOf(challenge)).toEqual(changes));

  return { changesOf, expectChanges };
}
