import { randomBytes } from 'node:crypto';
import { formOf, must, share } from '../world.mjs';
import { PIXEL } from './samples.mjs';

/** @typedef {import('./scene.mjs').Scene} Scene */

/** @param {Scene} scene @param {'u' | 's'} part */
async function linkOf({ origin, world }, part) {
  const file = await share(origin, world.owner, 'canary of the couple');
  const { links } = await must(origin, 'POST', '/api/media/links', {
    token: world.owner.token,
    body: { ids: [file.id] },
  });
  const searchParams = new URLSearchParams(links[0].query);
  return { id: searchParams.get(part) ?? '', file: file.id, searchParams };
}

/** @satisfies {Record<string, import('./scene.mjs').Kind>} */
export const MEDIA_THINGS = {
  file: { make: async ({ origin, world }) => share(origin, world.owner, 'canary of the couple') },
  /** The owner's signed link to a file. The id is its parameter for the person (`u`) or for the session (`s`). */
  linkOfUser: { make: async (scene) => linkOf(scene, 'u') },
  linkOfSession: { make: async (scene) => linkOf(scene, 's') },
  avatar: {
    make: async ({ origin, world }) => {
      const { avatar } = await must(origin, 'POST', '/api/users/avatar', {
        token: world.owner.token,
        body: formOf('avatar', 'me.png', PIXEL),
      });
      return { id: avatar.split('/').at(-2) };
    },
    missing: () => randomBytes(16).toString('hex'),
  },
};
