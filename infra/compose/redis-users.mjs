import { createHash } from 'node:crypto';

/** Scripts and the commands that they and their clients use; nothing that looks into the whole or empties it. */
const COMMON = '+@connection +@read +@write +@scripting -@dangerous +info';

/** Whose keys and channels are whose. */
const RIGHTS = {
  gateway: `~limit:* ${COMMON} +@transaction`,
  realtime: `~presence:* &socket.io* ${COMMON} +@pubsub +time`,
};

/** Redis's file of users: one for each process that uses it, and nobody without a login. @param {(name: string) => string} password */
export function redisUsers(password) {
  const hash = (/** @type {string} */ name) => createHash('sha256').update(password(name)).digest('hex');
  return `user default off\n${Object.entries(RIGHTS).map(([name, rights]) => `user ${name} on #${hash(name)} resetchannels ${rights}\n`).join('')}`;
}
