/**
 * A couple's presence is one sorted set: a member `userId|socketId` for every socket on every replica, its score the
 * moment (by Redis's own clock) from which it counts no more. A living process moves its scores on with each look; one
 * that died is forgotten by itself.
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

/** ARGV: expiry, grace, user, sockets. Answers: was the user online before, sockets the user has now, who is online. */
export const TOUCH = `${PRELUDE}
local _, before = online()
for i = 4, #ARGV do redis.call('ZADD', KEYS[1], at(ARGV[1]), ARGV[3] .. '|' .. ARGV[i]) end
redis.call('PEXPIRE', KEYS[1], ARGV[1])
local living = 0
for _, member in ipairs(redis.call('ZRANGEBYSCORE', KEYS[1], at(ARGV[2]), '+inf')) do
  if ownerOf(member) == ARGV[3] then living = living + 1 end
end
local users = online()
return { before[ARGV[3]] and '1' or '0', tostring(living), unpack(users) }
`;

/** ARGV: grace, user, socket. The socket counts on for the grace, so a reconnect anywhere finds its owner online. */
export const DEPART = `${PRELUDE}
redis.call('ZADD', KEYS[1], 'XX', at(ARGV[1]), ARGV[2] .. '|' .. ARGV[3])
return {}
`;

export const ONLINE = `${PRELUDE}
return (online())
`;
