import { ACCOUNT_THINGS } from './things/accounts.mjs';
import { CHALLENGE_THINGS } from './things/challenges.mjs';
import { GOAL_THINGS } from './things/goals.mjs';
import { LIST_THINGS } from './things/lists.mjs';
import { MEDIA_THINGS } from './things/media.mjs';
import { MEMORY_THINGS } from './things/memories.mjs';
import { MESSAGE_THINGS } from './things/messages.mjs';
import { PARTNER_THINGS } from './things/partners.mjs';
import { QUESTION_THINGS } from './things/questions.mjs';
import { STORY_THINGS } from './things/stories.mjs';
import { WISH_THINGS } from './things/wishes.mjs';
import { call, must } from './world.mjs';

/** @typedef {import('./things/scene.mjs').Scene} Scene @typedef {import('./things/scene.mjs').Thing} Thing */

/**
 * Makes something real for each kind of id. A row gets its ids from here alone.
 * @satisfies {Record<string, import('./things/scene.mjs').Kind>}
 */
export const THINGS = {
  ...ACCOUNT_THINGS,
  ...PARTNER_THINGS,
  ...QUESTION_THINGS,
  ...MESSAGE_THINGS,
  ...MEDIA_THINGS,
  ...MEMORY_THINGS,
  ...CHALLENGE_THINGS,
  ...GOAL_THINGS,
  ...WISH_THINGS,
  ...STORY_THINGS,
  ...LIST_THINGS,
};

/** State to compare after calls whose answer is always the same. */
export const STATE = {
  /** @param {Scene} scene @param {Thing} thing */
  blockedPeople: async ({ origin, world }, thing) =>
    (await must(origin, 'GET', '/api/partners/blocked', { token: (thing.owner ?? world.owner).token })).length,
  /** @param {Scene} scene @param {Thing} thing */
  unread: async ({ origin, world }, thing) =>
    (await call(origin, 'GET', '/api/notifications', { token: (thing.owner ?? world.owner).token })).body.unread,
};
