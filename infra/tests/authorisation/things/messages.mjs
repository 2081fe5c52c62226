import { eventually } from '../../../local/eventually.mjs';
import { formOf, must, say } from '../world.mjs';
import { recording } from './samples.mjs';
import { tomorrow } from './scene.mjs';

/** @typedef {import('./scene.mjs').Scene} Scene */

/** The message once it is as expected. @param {Scene} scene @param {string} id @param {(message: {preview: unknown, voiceStatus: string}) => boolean} isSo */
const messageThat = ({ origin, world }, id, isSo) =>
  eventually(async () => {
    const { messages } = await must(origin, 'GET', '/api/messages/conversation', { token: world.owner.token });
    const message = messages.find((/** @type {{id: string}} */ one) => one.id === id);
    if (!message || !isSo(message)) throw new Error(`the message is ${JSON.stringify(message)}`);
  }, 30_000);

/** @satisfies {Record<string, import('./scene.mjs').Kind>} */
export const MESSAGE_THINGS = {
  chat: { make: async ({ world }) => ({ id: world.chat }) },
  message: { make: async ({ origin, world }) => say(origin, world.owner, 'canary of the couple') },
  saidByPartner: {
    make: async ({ origin, world }) => ({
      id: (await say(origin, world.partner, 'canary of the couple')).id,
      by: world.partner.id,
    }),
  },
  previewed: {
    make: async (scene) => {
      const { id } = await say(scene.origin, scene.world.owner, `${scene.site}/canary`);
      await messageThat(scene, id, ({ preview }) => preview !== null && preview !== undefined);
      return { id };
    },
  },
  /** The partner spoke, so the owner listens. */
  voiceNote: {
    make: async (scene) => {
      const { message } = await must(scene.origin, 'POST', '/api/messages/voice', {
        token: scene.world.partner.token,
        body: formOf('voice', 'note.wav', recording()),
      });
      await messageThat(scene, message.id, ({ voiceStatus }) => voiceStatus === 'ready');
      return { id: message.id };
    },
  },
  scheduled: {
    make: async ({ origin, world }) => {
      const { _id } = await must(origin, 'POST', '/api/messages/scheduled', {
        token: world.owner.token,
        body: { content: 'canary of the couple', at: tomorrow(), timezone: 'UTC' },
      });
      return { id: _id };
    },
  },
};
