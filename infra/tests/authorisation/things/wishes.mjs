import { randomUUID } from 'node:crypto';
import { must } from '../world.mjs';
import { startedChallenge } from './challenges.mjs';

/** @param {string} origin @param {{token: string}} giver @returns {Promise<string>} */
async function wish(origin, { token }) {
  const body = { title: 'canary of the couple', points: 1, clientId: randomUUID() };
  return (await must(origin, 'POST', '/api/wishes', { token, body }))._id;
}

/** @satisfies {Record<string, import('./scene.mjs').Kind>} */
export const WISH_THINGS = {
  wish: { make: async ({ origin, world: { owner } }) => ({ id: await wish(origin, owner) }) },
  /** The partner's, which the owner can pay. */
  partnersWish: {
    make: async (scene) => {
      await startedChallenge(scene);
      return { id: await wish(scene.origin, scene.world.partner) };
    },
  },
  redeemedWish: {
    make: async (scene) => {
      await startedChallenge(scene);
      const id = await wish(scene.origin, scene.world.partner);
      await must(scene.origin, 'POST', `/api/wishes/${id}/redeem`, { token: scene.world.owner.token });
      return { id };
    },
  },
};
