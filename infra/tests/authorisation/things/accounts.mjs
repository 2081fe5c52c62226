import { createECDH, randomBytes, randomUUID } from 'node:crypto';
import { eventually } from '../../../local/eventually.mjs';
import { newPasskey } from '../../passkey.mjs';
import { purgeCouple } from '../../purge-couple.mjs';
import { mailedToken } from '../mailed-token.mjs';
import { PASSWORD, must, newcomer } from '../world.mjs';
import { albumWithContribution } from './memories.mjs';
import { pair } from './scene.mjs';

/** @typedef {import('./scene.mjs').Scene} Scene @typedef {import('../world.mjs').Person} Person */

/** @param {Scene} scene @param {Person} person */
async function verified({ origin, stores }, person) {
  await must(origin, 'GET', `/api/auth/verify-email/${await mailedToken(stores, person.email, 'verify-email')}`);
  return person;
}

/** A file that a former partner got back. @param {Scene} scene */
async function restitution(scene) {
  const { owner, partner, chat } = await pair(scene);
  const world = { ...scene.world, owner };
  await albumWithContribution({ ...scene, world });
  await must(scene.origin, 'DELETE', '/api/partners/unlink', { token: owner.token });
  await purgeCouple(scene.stores.ADMIN_DATABASE_URL ?? '', chat);
  const id = await eventually(async () => {
    const { restitutions } = await must(scene.origin, 'GET', '/api/users/restitutions', { token: owner.token });
    if (restitutions.length !== 1) throw new Error(`${restitutions.length} restitutions`);
    return restitutions[0]._id;
  }, 40_000);
  return { id, owner, partner };
}

/** @satisfies {Record<string, import('./scene.mjs').Kind>} */
export const ACCOUNT_THINGS = {
  session: {
    make: async ({ origin, world }) => {
      const { token } = await must(origin, 'POST', '/api/auth/login', {
        body: { email: world.owner.email, password: PASSWORD },
      });
      const sessions = await must(origin, 'GET', '/api/auth/sessions', { token });
      return { id: sessions.find((/** @type {{current: boolean}} */ { current }) => current).id };
    },
  },
  passkey: {
    make: async (scene) => {
      const { owner, partner } = await pair(scene);
      const { token } = await verified(scene, owner);
      const options = await must(scene.origin, 'POST', '/api/users/passkeys/options', {
        token,
        body: { password: PASSWORD },
      });
      const { id } = await must(scene.origin, 'POST', '/api/users/passkeys', {
        token,
        body: newPasskey(options, scene.origin),
      });
      return { id, owner, partner };
    },
  },
  /** A device with the two halves of its subscription. */
  pushSubscription: {
    make: async (scene) => {
      const { owner, partner } = await pair(scene);
      const device = {
        endpoint: `https://push.example/${randomUUID()}`,
        p256dh: createECDH('prime256v1').generateKeys('base64url'),
        auth: randomBytes(16).toString('base64url'),
      };
      await must(scene.origin, 'POST', '/api/users/push', { token: owner.token, body: device });
      return { id: device.endpoint, device, owner, partner };
    },
    missing: () => `https://push.example/${randomUUID()}`,
  },
  export: {
    make: async (scene) => {
      const { owner, partner } = await pair(scene);
      await must(scene.origin, 'POST', '/api/users/export', { token: owner.token, body: { password: PASSWORD } });
      await eventually(async () => {
        const state = await must(scene.origin, 'GET', '/api/users/export', { token: owner.token });
        if (state.status !== 'ready') throw new Error(`the export is ${state.status}`);
      }, 40_000);
      const { url } = await must(scene.origin, 'POST', '/api/users/export/link', { token: owner.token });
      return { id: url.split('/').at(-1), owner, partner };
    },
    missing: () => 'aaaa.bbbb.cccc',
  },
  restitution: { make: restitution },
  restitutionLink: {
    make: async (scene) => {
      const { id, owner, partner } = await restitution(scene);
      const { url } = await must(scene.origin, 'POST', `/api/users/restitutions/${id}/link`, {
        token: owner.token,
        body: { password: PASSWORD },
      });
      return { id: url.split('/').at(-1), owner, partner };
    },
    missing: () => 'aaaa.bbbb.cccc',
  },
  verifyToken: {
    make: async ({ origin, stores }) => {
      const owner = await newcomer(origin, 'Fresh');
      return { id: await mailedToken(stores, owner.email, 'verify-email'), owner };
    },
    missing: () => randomBytes(32).toString('base64url'),
  },
  unsubscribeToken: {
    make: async (scene) => {
      const { origin, stores } = scene;
      const owner = await verified(scene, await newcomer(origin, 'Fresh'));
      const by = await newcomer(origin, 'Asker');
      await must(origin, 'POST', '/api/partners/request', { token: by.token, body: { receiverId: owner.id } });
      return { id: await mailedToken(stores, owner.email, 'unsubscribe'), owner };
    },
    missing: () => `${randomUUID()}~partner~${randomBytes(32).toString('base64url')}`,
  },
};
