import { randomUUID } from 'node:crypto';
import { formOf, must } from '../world.mjs';
import { PIXEL } from './samples.mjs';
import { inDays } from './scene.mjs';

/** @typedef {import('./scene.mjs').Scene} Scene */

/** A challenge template, without its `clientId`. */
export const TEMPLATE = {
  title: 'Ours',
  category: 'play',
  minutes: 20,
  steps: [{ title: 'Play', type: 'do', who: 'either', proof: 'none', reveal: 'at_once' }],
  completionRule: 'all',
  distanceOk: true,
  intensity: 1,
};

/** Two steps that the proposer does. */
const STEPS = ['One', 'Two'].map((title) => ({ title, type: 'do', who: 'proposer', proof: 'text', reveal: 'at_once' }));

/** @param {Scene} scene @param {'owner' | 'partner'} by @param {object} [more] */
const proposal = ({ origin, world }, by, more) =>
  must(origin, 'POST', '/api/challenges', {
    token: world[by].token,
    body: {
      title: 'canary of the couple',
      category: 'play',
      steps: STEPS,
      dueAt: inDays(7),
      clientId: randomUUID(),
      ...more,
    },
  });

/** A challenge of the owner that the partner has accepted, and its first step. @param {Scene} scene @param {object} [more] */
async function challenge(scene, more) {
  const { _id: id, steps } = await proposal(scene, 'owner', more);
  const { token } = scene.world.partner;
  await must(scene.origin, 'PATCH', `/api/challenges/${id}/respond`, { token, body: { action: 'accept' } });
  return { id, innerId: steps[0]._id };
}

/** The same, with the first step done. @param {Scene} scene @param {object} [more] */
export async function startedChallenge(scene, more) {
  const made = await challenge(scene, more);
  await must(scene.origin, 'POST', `/api/challenges/${made.id}/steps/${made.innerId}/complete`, {
    token: scene.world.owner.token,
    body: { text: 'canary of the couple' },
  });
  return made;
}

/** A challenge with a picture that the partner may see. @param {Scene} scene */
async function challengeWithPicture(scene) {
  const { token } = scene.world.owner;
  const steps = [{ title: 'Show', type: 'photo', who: 'proposer', proof: 'photo', reveal: 'at_once' }, ...STEPS];
  const { id, innerId: stepId } = await challenge(scene, { steps });
  const form = formOf('files', 'canary.png', PIXEL);
  form.append('clientId', randomUUID());
  const path = `/api/challenges/${id}/steps/${stepId}/complete`;
  const made = await must(scene.origin, 'POST', path, { token, body: form });
  const [{ id: innerId, file }] = made.steps[0].parts[0].attachments;
  return { id, innerId, url: file.url };
}

/** A link to the picture of a proof. @param {Scene} scene @param {'u' | 's'} part */
async function proofLink(scene, part) {
  const { innerId: file, url } = await challengeWithPicture(scene);
  const { searchParams } = new URL(url, scene.origin);
  return { id: searchParams.get(part) ?? '', file, searchParams };
}

/** @satisfies {Record<string, import('./scene.mjs').Kind>} */
export const CHALLENGE_THINGS = {
  proofLinkOfUser: { make: (scene) => proofLink(scene, 'u') },
  proofLinkOfSession: { make: (scene) => proofLink(scene, 's') },
  proposal: { make: async (scene) => ({ id: (await proposal(scene, 'owner'))._id }) },
  /** The owner is the one who is asked. */
  partnersProposal: { make: async (scene) => ({ id: (await proposal(scene, 'partner'))._id }) },
  challenge: { make: (scene) => challenge(scene) },
  startedChallenge: { make: (scene) => startedChallenge(scene) },
  completedChallenge: { make: (scene) => startedChallenge(scene, { steps: STEPS.slice(1) }) },
  step: {
    make: async (scene) => {
      const { id: challengeId, innerId: id } = await challenge(scene);
      return { id, challengeId };
    },
  },
  doneStep: {
    make: async (scene) => {
      const { id: challengeId, innerId: id } = await startedChallenge(scene);
      return { id, challengeId };
    },
  },
  ownTemplate: {
    make: async ({ origin, world }) => {
      const body = { ...TEMPLATE, title: 'canary of the couple', clientId: randomUUID() };
      return { id: (await must(origin, 'POST', '/api/challenges/templates', { token: world.owner.token, body }))._id };
    },
  },
};
