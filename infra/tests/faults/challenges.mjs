import { randomUUID } from 'node:crypto';
import { readChallenges } from './tables.mjs';

/** @typedef {import('./rounds.mjs').Tools} Tools @typedef {import('./scene.mjs').Scene} Scene */

/**
 * A challenge as its couple knows it from acknowledgements.
 * @typedef {object} PlayedChallenge
 * @property {string} status
 * @property {number} version each press that counts raises it by one
 * @property {string[]} parts `step person clientId` of each completed part
 * @property {string[]} awards `key points` of each award
 */

const STEP = { type: 'do', who: 'both', proof: 'none', reveal: 'at_once' };

const POINTS = { step: 10, challenge: 50 };

/** Two propose a challenge, accept it and do its steps. Each time everybody who may presses twice at once. @param {Tools} tools */
export async function playChallenge({ pair, history, press, together, goesOn }) {
  const [proposer, partner] = pair;
  const steps = [
    { ...STEP, title: 'First' },
    { ...STEP, title: 'Second' },
  ];
  const wanted = { title: 'Together', category: 'play', steps, clientId: randomUUID() };
  const made = await press(proposer, '/api/challenges', wanted);
  if (!made) return;
  const path = `/api/challenges/${made._id}`;
  const accept = () => press(partner, `${path}/respond`, { action: 'accept' }, 'PATCH');
  if ((await Promise.all([accept(), accept()])).includes(null)) return;
  /** @type {PlayedChallenge} */
  const challenge = { status: 'active', version: 2, parts: [], awards: [] };
  history.challenges.set(made._id, challenge);
  for (const { _id: stepId } of made.steps) {
    if (!goesOn()) return;
    const ids = new Map(pair.map(({ person }) => [person.id, randomUUID()]));
    const done = await together((device) =>
      press(device, `${path}/steps/${stepId}/complete`, { clientId: ids.get(device.person.id) }),
    );
    if (done.includes(null)) return void history.challenges.delete(made._id);
    challenge.version += 2;
    challenge.parts.push(...[...ids].map(([userId, clientId]) => `${stepId} ${userId} ${clientId}`));
    challenge.awards.push(`challenge:${made._id}:step:${stepId} ${POINTS.step}`);
  }
  challenge.status = 'completed';
  challenge.awards.push(`challenge:${made._id} ${POINTS.challenge}`);
}

/** @param {string} id @param {PlayedChallenge} challenge */
const shown = (id, { status, version, parts, awards }) =>
  [id, status, `version ${version}`, ...parts.toSorted(), ...awards.toSorted()].join(' | ');

/** Every acknowledged step is done once, and points are awarded once. @param {Scene} scene */
export async function checkChallenges({ tables, history }) {
  const rows = await readChallenges(tables, [...history.challenges.keys()]);
  for (const [id, challenge] of history.challenges) {
    const row = rows.get(id);
    const [expected, found] = [shown(id, challenge), row ? shown(id, row) : 'nothing'];
    if (found !== expected) history.violate('a challenge is as it was acknowledged', `${found} instead of ${expected}`);
  }
}
