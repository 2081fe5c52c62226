import { randomUUID } from 'node:crypto';
import { inDays } from '../things/scene.mjs';
import { BOTH, CREATED, body, cursor, path } from './calls.mjs';

/** @typedef {import('./calls.mjs').IdRow} IdRow */

/** A step, by its own id. @param {() => unknown} [body] @returns {IdRow['call']} */
const inChallenge =
  (body) =>
  (stepId, { challengeId }) => ({ path: { id: String(challengeId), stepId }, ...(body ? { body: body() } : {}) });

/** The same by the id of its challenge. @param {() => unknown} [body] @returns {IdRow['call']} */
const ofChallenge =
  (body) =>
  (id, { innerId }) => ({ path: { id, stepId: String(innerId) }, ...(body ? { body: body() } : {}) });

/** @type {Record<string, import('./calls.mjs').IdRow>} */
export const CHALLENGE_ROWS = {
  'GET /api/challenges cursor': { thing: 'proposal', call: cursor, expect: BOTH, silent: true },
  'POST /api/challenges templateId': {
    thing: 'ownTemplate',
    call: body((templateId) => ({ templateId, clientId: randomUUID() })),
    expect: CREATED,
  },
  'GET /api/challenges/{id} id': { thing: 'proposal', call: path(), expect: BOTH },
  'PATCH /api/challenges/{id} id': {
    thing: 'proposal',
    call: path(() => ({ version: 1, title: 'Theirs' })),
    expect: { partner: 403 },
  },
  'DELETE /api/challenges/{id} id': { thing: 'completedChallenge', call: path(), expect: { partner: 409 } },
  'PATCH /api/challenges/{id}/respond id': {
    thing: 'partnersProposal',
    call: path(() => ({ action: 'reject' })),
    expect: { partner: 403 },
  },
  'POST /api/challenges/{id}/pause id': { thing: 'challenge', call: path(), expect: BOTH },
  'POST /api/challenges/{id}/resume id': { thing: 'challenge', call: path(), expect: BOTH },
  'POST /api/challenges/{id}/extend id': {
    thing: 'challenge',
    call: path(() => ({ dueAt: inDays(30) })),
    expect: BOTH,
  },
  'POST /api/challenges/{id}/cancel id': { thing: 'challenge', call: path(), expect: BOTH },
  'POST /api/challenges/{id}/let-go id': { thing: 'challenge', call: path(), expect: { owner: 409, partner: 409 } },
  'POST /api/challenges/{id}/reflection id': {
    thing: 'completedChallenge',
    call: path(() => ({ text: 'It was good', mood: 4 })),
    expect: BOTH,
  },
  'POST /api/challenges/{id}/keepsake id': { thing: 'completedChallenge', call: path(), expect: BOTH },
  'POST /api/challenges/{id}/steps/{stepId}/complete id': {
    thing: 'challenge',
    call: ofChallenge(() => ({ text: 'Done' })),
    expect: { partner: 403 },
  },
  'DELETE /api/challenges/{id}/steps/{stepId}/complete id': {
    thing: 'startedChallenge',
    call: ofChallenge(),
    expect: { partner: 403 },
  },
  'POST /api/challenges/{id}/steps/{stepId}/skip id': { thing: 'challenge', call: ofChallenge(), expect: BOTH },
  'POST /api/challenges/{id}/steps/{stepId}/complete stepId': {
    thing: 'step',
    call: inChallenge(() => ({ text: 'Done' })),
    expect: { partner: 403 },
  },
  'DELETE /api/challenges/{id}/steps/{stepId}/complete stepId': {
    thing: 'doneStep',
    call: inChallenge(),
    expect: { partner: 403 },
  },
  'POST /api/challenges/{id}/steps/{stepId}/skip stepId': { thing: 'step', call: inChallenge(), expect: BOTH },
  'PATCH /api/challenges/templates/{id} id': {
    thing: 'ownTemplate',
    call: path(() => ({ version: 1, title: 'Theirs' })),
    expect: { partner: 403 },
  },
  'DELETE /api/challenges/templates/{id} id': { thing: 'ownTemplate', call: path(), expect: { partner: 403 } },
};
