import { randomUUID } from 'node:crypto';
import { must } from '../world.mjs';

/** @typedef {import('./scene.mjs').Scene} Scene */

/** An own goal of the owner, which the partner supports, with an entry and a milestone. @param {Scene} scene */
async function goal({ origin, world: { owner } }) {
  const { token } = owner;
  const { _id: id, milestones } = await must(origin, 'POST', '/api/goals', {
    token,
    body: {
      title: 'canary of the couple',
      category: 'learning',
      type: 'counter',
      target: 100,
      ownership: 'mine_with_support',
      milestones: [{ title: 'canary of the couple' }],
      clientId: randomUUID(),
    },
  });
  const entry = { delta: 1, note: 'canary of the couple', clientId: randomUUID() };
  const { entries } = await must(origin, 'POST', `/api/goals/${id}/entries`, { token, body: entry });
  return { id, milestoneId: milestones[0]._id, entryId: entries[0]._id };
}

/** @satisfies {Record<string, import('./scene.mjs').Kind>} */
export const GOAL_THINGS = {
  goal: { make: (scene) => goal(scene) },
  /** The partner's, which the owner supports. */
  partnersGoal: {
    make: (scene) => {
      const { owner, partner, ...others } = scene.world;
      return goal({ ...scene, world: { ...others, owner: partner, partner: owner } });
    },
  },
  achievedGoal: {
    make: async (scene) => {
      const made = await goal(scene);
      const { token } = scene.world.owner;
      const body = { delta: 99, clientId: randomUUID() };
      await must(scene.origin, 'POST', `/api/goals/${made.id}/entries`, { token, body });
      return made;
    },
  },
  endedGoal: {
    make: async (scene) => {
      const made = await goal(scene);
      const { token } = scene.world.owner;
      await must(scene.origin, 'PATCH', `/api/goals/${made.id}/respond`, { token, body: { action: 'let_go' } });
      return made;
    },
  },
  milestone: {
    make: async (scene) => {
      const { id: goalId, milestoneId: id } = await goal(scene);
      return { id, goalId };
    },
  },
  goalEntry: {
    make: async (scene) => {
      const { id: goalId, entryId: id } = await goal(scene);
      return { id, goalId };
    },
  },
};
