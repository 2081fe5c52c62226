import { ACCOUNT_ROWS } from './id-rows/accounts.mjs';
import { CHALLENGE_ROWS } from './id-rows/challenges.mjs';
import { GOAL_ROWS } from './id-rows/goals.mjs';
import { LIST_ROWS } from './id-rows/lists.mjs';
import { MEDIA_ROWS } from './id-rows/media.mjs';
import { MEMORY_ROWS } from './id-rows/memories.mjs';
import { MESSAGE_ROWS } from './id-rows/messages.mjs';
import { PARTNER_ROWS } from './id-rows/partners.mjs';
import { QUESTION_ROWS } from './id-rows/questions.mjs';
import { SOCKET_ROWS } from './id-rows/sockets.mjs';
import { STORY_ROWS } from './id-rows/stories.mjs';
import { WISH_ROWS } from './id-rows/wishes.mjs';

/**
 * One row per id that a client can send: in a path, a query, a body, or a socket event. The key is the call and the
 * name of the parameter; a suffix distinguishes two rows of one parameter.
 * @type {Record<string, import('./id-rows/calls.mjs').IdRow>}
 */
export const ID_ROWS = {
  ...ACCOUNT_ROWS,
  ...PARTNER_ROWS,
  ...QUESTION_ROWS,
  ...MEMORY_ROWS,
  ...CHALLENGE_ROWS,
  ...GOAL_ROWS,
  ...STORY_ROWS,
  ...LIST_ROWS,
  ...WISH_ROWS,
  ...MESSAGE_ROWS,
  ...MEDIA_ROWS,
  ...SOCKET_ROWS,
};
