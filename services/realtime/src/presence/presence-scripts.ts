import { createHash } from 'node:crypto';
import type { SharedRedis } from '../redis/redis.js';

/** A script with one key, and its SHA-1 in Redis. */
export interface Script {
  text: string;
  sha: string;
}

const scriptOf = (text: string): Script => ({ text, sha: createHash('sha1').update(text).digest('hex') });

/**
 * A couple's presence is one sorted set: a member `userId|socketId` per socket on any replica, scored with its expiry by
 * Redis's clock. A running process renews its members with each sweep; those of a crashed one expire.
 */
const PRELUDE = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
local function ownerOf(member) return string.match(member, '^[^|]*') end
local function online()
  local seen, users = {}, {}
  for _, member in ipairs(redis.call('ZRANGE', KEYS[1], 0, -1)) do
    local owner = ownerOf(member)
    if not seen[owner] then seen[owner] = true; table.insert(users, owner) end
  end
  return users, seen
end
local function at(milliseconds) return string.format('%.0f', now + milliseconds) end
`;

/**
 * Adds or renews a user's sockets. ARGV: expiry and grace in milliseconds, user, sockets. Returns: whether the user was
 * online, the user's socket count without departed ones, all online users.
 */
export const TOUCH = scriptOf(`${PRELUDE}
local _, before = online()
for i = 4, #ARGV do redis.call('ZADD', KEYS[1], at(ARGV[1]), ARGV[3] .. '|' .. ARGV[i]) end
redis.call('PEXPIRE', KEYS[1], ARGV[1])
local living = 0
for _, member in ipairs(redis.call('ZRANGEBYSCORE', KEYS[1], at(ARGV[2]), '+inf')) do
  if ownerOf(member) == ARGV[3] then living = living + 1 end
end
local users = online()
return { before[ARGV[3]] and '1' or '0', tostring(living), unpack(users) }
`);

/**
 * Lets a socket expire after the grace period, so that a reconnect elsewhere finds its owner online. ARGV: grace in
 * milliseconds, user, socket.
 */
export const DEPART = scriptOf(`${PRELUDE}
redis.call('ZADD', KEYS[1], 'XX', at(ARGV[1]), ARGV[2] .. '|' .. ARGV[3])
return {}
`);

/** Returns: all online users. */
export const ONLINE = scriptOf(`${PRELUDE}
return (online())
`);

/** Runs a script by its SHA; sends its text only to a Redis that has not cached it. */
export async function runScript(
  redis: SharedRedis,
  { text, sha }: Script,
  key: string,
  args: (string | number)[],
): Promise<unknown> {
  try {
    return await redis.evalsha(sha, 1, key, ...args);
  } catch (cause) {
    if (!(cause instanceof Error && cause.message.startsWith('NOSCRIPT'))) throw cause;
    return redis.eval(text, 1, key, ...args);
  }
}
