import { randomUUID } from 'node:crypto';
import {
  type CreateGoalDto,
  type GoalView,
  addGoalEntry,
  createGoal,
  getGoal,
  goalChanged,
  goalProgressed,
  respondToGoal,
} from '@duet/contracts';
import type { TestUser } from '@duet/testing';
import type { RunningChallenges } from './running-challenges.js';

/** A Sunday. */
export const TODAY = '2026-11-22T12:00:00Z';

export const COUNTER = { type: 'counter', target: 10, unit: 'books' } as const;
export const HABIT = { type: 'habit', target: 2, perWeek: 2 } as const;
export const CHECKLIST = { type: 'checklist', milestones: [{ title: 'Find a flat' }, { title: 'Pack' }] } as const;
export const DATE = { type: 'date', dueAt: '2027-06-01T21:59:00Z' } as const;

export const inputOf = (more: object = {}): CreateGoalDto => ({
  title: 'Read together',
  category: 'learning',
  ownership: 'mine_with_support',
  ...COUNTER,
  clientId: randomUUID(),
  ...more,
});

export const create = (user: TestUser, more: object = {}): Promise<GoalView> => user.call(createGoal, inputOf(more));

/** A goal of another type has none of the counter's fields. */
export const createOf = (user: TestUser, type: object, more: object = {}): Promise<GoalView> => {
  const { target: _target, unit: _unit, ...rest } = inputOf();
  return user.call(createGoal, { ...rest, ...type, ...more } as CreateGoalDto);
};

export async function ours(ada: TestUser, bob: TestUser, type: object = COUNTER): Promise<GoalView> {
  const { _id: id } = await createOf(ada, type, { ownership: 'ours' });
  return bob.call(respondToGoal, { id, action: 'accept' });
}

export const add = (user: TestUser, { _id: id }: Pick<GoalView, '_id'>, more: object = { delta: 1 }) =>
  user.call(addGoalEntry, { id, clientId: randomUUID(), ...more });

export const seen = (user: TestUser, { _id: id }: Pick<GoalView, '_id'>) => user.call(getGoal, { id });

export const milestoneOf = ({ milestones }: GoalView, position: number): string => milestones[position]?._id ?? '';

/** The live updates and events about a goal. */
export function goalUpdates(challenges: () => RunningChallenges) {
  const changesOf = ({ _id }: Pick<GoalView, '_id'>) =>
    challenges()
      .bus.live(goalChanged)
      .filter(({ activity }) => activity.entity.id === _id)
      .map(({ activity }) => activity.kind.replace('goal_', ''));

  const stagesOf = async ({ _id }: GoalView) =>
    (await challenges().bus.events(goalProgressed)).filter(({ goalId }) => goalId === _id);

  return { changesOf, stagesOf };
}
