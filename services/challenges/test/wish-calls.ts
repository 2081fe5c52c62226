import { randomUUID } from 'node:crypto';
import {
  type WishView,
  completeStep,
  createWish,
  listWishes,
  undoStep,
  wishChanged,
  wishProgressed,
} from '@duet/contracts';
import type { TestUser } from '@duet/testing';
import { type RunningChallenges, running, stepOf } from './running-challenges.js';

export const TODAY = '2026-11-22T12:00:00Z';
export const inputOf = (more: object = {}) => ({
  title: 'Breakfast in bed',
  points: 20,
  clientId: randomUUID(),
  ...more,
});
export const create = (user: TestUser, more: object = {}): Promise<WishView> => user.call(createWish, inputOf(more));
export const listed = (user: TestUser, shelf: 'current' | 'history' = 'current') => user.call(listWishes, { shelf });
export const available = async (user: TestUser): Promise<number> => (await listed(user)).available;

export const seen = async (user: TestUser, { _id }: Pick<WishView, '_id'>): Promise<WishView | undefined> =>
  (await user.call(listWishes, {})).wishes.find((wish) => wish._id === _id);

/** A running challenge whose steps give ten points each. */
export async function earning(ada: TestUser, bob: TestUser, done: number) {
  const { _id: id, steps } = await running(ada, bob, { steps: Array.from({ length: 6 }, () => stepOf()) });
  const ids = steps.slice(0, done).map(({ _id }) => _id);
  for (const stepId of ids) await ada.call(completeStep, { id, stepId, clientId: randomUUID(), text: '' });
  return { undo: () => ada.call(undoStep, { id, stepId: ids[0] ?? '' }) };
}

/** @returns how many of these calls, made at the same moment, succeeded */
export const atOnce = async (...calls: Promise<unknown>[]): Promise<number> =>
  (await Promise.allSettled(calls)).filter(({ status }) => status === 'fulfilled').length;

/** The couples that have points, and the live updates and events about their wishes. */
export function wishCalls(challenges: () => RunningChallenges) {
  /** Two people with this many points, who know a third. */
  async function scene(points = 50): Promise<[ada: TestUser, bob: TestUser, coupleId: string]> {
    const [ada, bob, coupleId] = await challenges().couple();
    await earning(ada, bob, points / 10);
    return [ada, bob, coupleId];
  }

  const stagesOf = async ({ _id }: WishView) =>
    (await challenges().bus.events(wishProgressed)).filter(({ wishId }) => wishId === _id);

  const changesOf = ({ _id }: WishView) =>
    challenges()
      .bus.live(wishChanged)
      .filter(({ activity }) => activity.entity.id === _id);

  return { scene, stagesOf, changesOf };
}
