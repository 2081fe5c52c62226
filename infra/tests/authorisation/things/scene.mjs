import { link, newcomer } from '../world.mjs';

/**
 * @typedef {import('../world.mjs').World} World
 * @typedef {import('../world.mjs').Person} Person
 * @typedef {{origin: string, stores: Record<string, string>, site: string, world: World}} Scene
 * @typedef {{id: string, owner?: Person, partner?: Person, [more: string]: unknown}} Thing
 *   Something that exists. `owner` and `partner` are set if it belongs to other people than the world's couple.
 * @typedef {{make: (scene: Scene) => Promise<Thing>, missing?: () => string}} Kind
 *   `missing`: an id of the same form that nothing has; a UUID when left out.
 */

/** Nine o'clock tomorrow, in the format of scheduled messages. */
export const tomorrow = () => `${new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)}T09:00`;

/** @param {number} days @returns {string} an instant ahead */
export const inDays = (days) => new Date(Date.now() + days * 86_400_000).toISOString();

/** Makes a new couple, for things that a couple or a person has only once. @param {Scene} scene */
export async function pair({ origin }) {
  const owner = await newcomer(origin, 'Ann');
  const partner = await newcomer(origin, 'Ben');
  return { owner, partner, chat: await link(origin, owner, partner) };
}
