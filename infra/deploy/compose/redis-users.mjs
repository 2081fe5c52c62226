import { createHash } from 'node:crypto';

/** The commands of our scripts and clients. No command lists or deletes all keys. */
const COMMON = '+@connection +@read +@write +@scripting -@dangerous +info';

/** The keys and channels of each process. */
const RIGHTS = {
  gateway: `~limit:* ${COMMON} +@transaction`,
  realtime: `~presence:* &socket.io* ${COMMON} +@pubsub +time`,
};

/** Redis's file of users: one for each process that uses it; no access without a login. @param {(name: string) => string} password */
export function redisUsers(password) {
  const hash = (/** @type {string} */ name) => createHash('sha256').update(password(name)).digest('hex');
  return `user default off\n${Object.entries(RIGHTS)
    .map(([name, rights]) => `user ${name} on #${hash(name)} resetchannels ${rights}\n`)
    .join('')}`;
}
