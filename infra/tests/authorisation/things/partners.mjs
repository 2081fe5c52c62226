import { randomUUID } from 'node:crypto';
import { eventually } from '../../../local/eventually.mjs';
import { block, must, newcomer } from '../world.mjs';
import { FAR } from './samples.mjs';
import { pair } from './scene.mjs';

/** @typedef {import('./scene.mjs').Scene} Scene @typedef {import('../world.mjs').Person} Person */

/** @param {Scene} scene @param {boolean} isPrivate */
const date = ({ origin, world }, isPrivate) =>
  must(origin, 'POST', '/api/partners/dates', {
    token: world.owner.token,
    body: {
      title: 'canary of the couple',
      date: FAR,
      yearly: false,
      remindDaysBefore: [3],
      private: isPrivate,
      clientId: randomUUID(),
    },
  });

/** @param {Scene} scene @param {Person} by */
async function request({ origin }, by) {
  const receiver = await newcomer(origin, 'Receiver');
  await must(origin, 'POST', '/api/partners/request', { token: by.token, body: { receiverId: receiver.id } });
  const [{ id }] = await must(origin, 'GET', '/api/partners/requests', { token: receiver.token });
  return { id, receiver };
}

/** @satisfies {Record<string, import('./scene.mjs').Kind>} */
export const PARTNER_THINGS = {
  date: { make: async (scene) => date(scene, false) },
  privateDate: { make: async (scene) => date(scene, true) },
  /** An older one follows it. */
  activity: {
    make: async ({ origin, world }) => {
      const [newest] = await must(origin, 'GET', '/api/activity', { token: world.owner.token });
      return { id: newest.id };
    },
  },
  receivedRequest: {
    make: async (scene) => {
      const sender = await newcomer(scene.origin, 'Sender');
      const { id, receiver } = await request(scene, sender);
      return { id, owner: receiver, partner: sender };
    },
  },
  sentRequest: {
    make: async (scene) => {
      const sender = await newcomer(scene.origin, 'Sender');
      const { id, receiver } = await request(scene, sender);
      return { id, owner: sender, partner: receiver };
    },
  },
  /** Issued by the stranger, who has blocked one of the others, and known to the ex-partner. */
  inviteCode: {
    make: async ({ origin, world }) => {
      const { code } = await must(origin, 'POST', '/api/partners/invite', { token: world.stranger.token });
      return { id: code, owner: world.ex };
    },
    missing: () => 'ABCDEFGH',
  },
  /** The person whom the owner has blocked. */
  blockedPerson: {
    make: async ({ origin, world }) => {
      const person = await newcomer(origin, 'Pest');
      await block(origin, world.owner, person);
      return { id: person.id };
    },
  },
  findablePerson: { make: async ({ origin, world }) => ({ id: (await newcomer(origin, 'Seen')).id, owner: world.ex }) },
  /** Does not want to be found; only the ex-partner has business with them. */
  hiddenEx: {
    make: async (scene) => {
      const { origin, world } = scene;
      const { owner, partner } = await pair(scene);
      await must(origin, 'DELETE', '/api/partners/unlink', { token: owner.token });
      await must(origin, 'PUT', '/api/users/settings', {
        token: partner.token,
        body: { settings: { privacy: { findable: 'nobody' } } },
      });
      await eventually(async () => {
        const found = await must(origin, 'GET', `/api/partners/search?q=${partner.username}`, {
          token: world.stranger.token,
        });
        if (found.length > 0) throw new Error('a search still finds the person');
      });
      return { id: partner.id, owner };
    },
  },
  notification: {
    make: async (scene) => {
      const { owner, partner } = await pair(scene);
      // The person who asked got a notification of the link.
      const [{ id }] = await must(scene.origin, 'GET', '/api/notifications', { token: owner.token });
      return { id, owner, partner };
    },
  },
};
