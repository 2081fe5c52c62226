import { randomUUID } from 'node:crypto';
import { BOTH, cursor, path } from './calls.mjs';

/** @typedef {import('./calls.mjs').IdRow} IdRow */

/** Something in a goal, by its own id. @param {'milestoneId' | 'entryId'} name @returns {IdRow['call']} */
const inGoal =
  (name) =>
  (id, { goalId }) => ({ path: { id: String(goalId), [name]: id } });

/** The same by the id of its goal. @param {'milestoneId' | 'entryId'} name @returns {IdRow['call']} */
const ofGoal = (name) => (id, thing) => ({ path: { id, [name]: String(thing[name]) } });

/** @type {Record<string, import('./calls.mjs').IdRow>} */
export const GOAL_ROWS = {
  'GET /api/goals cursor': { thing: 'goal', call: cursor, expect: BOTH, silent: true },
  'GET /api/goals/{id} id': { thing: 'goal', call: path(), expect: BOTH },
  'PATCH /api/goals/{id} id': {
    thing: 'goal',
    call: path(() => ({ version: 2, title: 'Theirs' })),
    expect: { partner: 403 },
  },
  'DELETE /api/goals/{id} id': { thing: 'endedGoal', call: path(), expect: { partner: 403 } },
  'PATCH /api/goals/{id}/respond id': {
    thing: 'goal',
    call: path(() => ({ action: 'pause' })),
    expect: { partner: 403 },
  },
  'POST /api/goals/{id}/entries id': {
    thing: 'goal',
    call: path(() => ({ delta: 1, clientId: randomUUID() })),
    expect: { partner: 403 },
  },
  'DELETE /api/goals/{id}/entries/{entryId} id': { thing: 'goal', call: ofGoal('entryId'), expect: { partner: 403 } },
  'DELETE /api/goals/{id}/entries/{entryId} entryId': {
    thing: 'goalEntry',
    call: inGoal('entryId'),
    expect: { partner: 403 },
  },
  'POST /api/goals/{id}/milestones/{milestoneId}/complete id': {
    thing: 'goal',
    call: ofGoal('milestoneId'),
    expect: { partner: 403 },
  },
  'POST /api/goals/{id}/milestones/{milestoneId}/complete milestoneId': {
    thing: 'milestone',
    call: inGoal('milestoneId'),
    expect: { partner: 403 },
  },
  'DELETE /api/goals/{id}/milestones/{milestoneId}/complete id': {
    thing: 'goal',
    call: ofGoal('milestoneId'),
    expect: { partner: 403 },
  },
  'DELETE /api/goals/{id}/milestones/{milestoneId}/complete milestoneId': {
    thing: 'milestone',
    call: inGoal('milestoneId'),
    expect: { partner: 403 },
  },
  'POST /api/goals/{id}/keepsake id': { thing: 'achievedGoal', call: path(), expect: { partner: 403 } },
  'POST /api/goals/{id}/cheer id': { thing: 'partnersGoal', call: path(), expect: { partner: 403 } },
};
