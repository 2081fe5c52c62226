import { randomUUID } from 'node:crypto';
import { must } from '../world.mjs';

/** @typedef {import('./scene.mjs').Scene} Scene */

/** A list of the owner's with one item. @param {Scene} scene */
async function list({ origin, world: { owner } }) {
  const { token } = owner;
  const { _id: id } = await must(origin, 'POST', '/api/lists', {
    token,
    body: { title: 'canary of the couple', kind: 'films', clientId: randomUUID() },
  });
  const { _id: itemId } = await must(origin, 'POST', `/api/lists/${id}/items`, {
    token,
    body: { text: 'canary of the couple', clientId: randomUUID() },
  });
  return { id, itemId };
}

/** @satisfies {Record<string, import('./scene.mjs').Kind>} */
export const LIST_THINGS = {
  list: { make: (scene) => list(scene) },
  /** The owner, who may take care of an item of this list. */
  assignee: {
    make: async (scene) => {
      const { id: listId, itemId } = await list(scene);
      return { id: scene.world.owner.id, listId, itemId };
    },
  },
  listItem: {
    make: async (scene) => {
      const { id: listId, itemId: id } = await list(scene);
      return { id, listId };
    },
  },
};
