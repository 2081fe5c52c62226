import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { secretsOf } from '../../local/secrets.mjs';
import { ask } from '../../local/stores/ask.mjs';
import { redis } from '../../local/stores/redis.mjs';
import { createSupervisor } from '../../local/supervisor.mjs';
import { redisUsers } from './redis-users.mjs';

const dir = mkdtempSync(join(process.env.TEST_STORES_DIR ?? tmpdir(), 'redis-'));
const supervisor = createSupervisor({ dir, say: () => undefined, onFailure: () => undefined });
/** @type {string} */
let url;

beforeAll(async () => {
  const users = join(dir, 'users.acl');
  writeFileSync(
    users,
    redisUsers((name) => `password of ${name}`),
  );
  const store = await redis({ dir, secret: secretsOf(dir), say: () => undefined, whole: false, flush: false });
  url = store.env.REDIS_URL;
  // The refusal of a client without a login counts as an answer.
  const ready = async () => /PONG|NOAUTH/.test(await ask(Number(new URL(url).port), 'PING\r\n'));
  await supervisor.start({ ...store.spec, args: [...store.spec.args, '--aclfile', users], ready });
});

afterAll(() => supervisor.stop());

/** @param {string} name @param {string} command @param {string[]} args */
async function as(name, command, ...args) {
  const client = new Redis(url, { username: name, password: `password of ${name}`, retryStrategy: () => null });
  client.on('error', () => undefined);
  try {
    return await client.call(command, ...args);
  } finally {
    client.disconnect();
  }
}

describe('rights in Redis', () => {
  it.each([
    ['gateway', 'SET', 'limit:login:x', '1'],
    ['gateway', 'EVAL', "return redis.call('INCRBY', KEYS[1], 1)", '1', 'limit:login:y'],
    ['realtime', 'EVAL', "return redis.call('ZADD', KEYS[1], redis.call('TIME')[1], 'x')", '1', 'presence:x'],
    ['realtime', 'SPUBLISH', 'socket.io#/#couple:x#', 'hello'],
  ])('%s may %s %s', async (name, command, ...args) => {
    await expect(as(name, command, ...args)).resolves.not.toBeInstanceOf(Error);
  });

  it.each([
    ['gateway', 'ZRANGE', 'presence:x', '0', '-1'],
    ['gateway', 'SPUBLISH', 'socket.io#/#couple:x#', 'hello'],
    ['gateway', 'KEYS', '*'],
    ['realtime', 'GET', 'limit:login:x'],
    ['realtime', 'EVAL', "return redis.call('DEL', 'limit:login:x')", '0'],
    ['realtime', 'FLUSHALL'],
    ['realtime', 'CONFIG', 'GET', '*'],
    ['realtime', 'ACL', 'LIST'],
    ['realtime', 'CLIENT', 'KILL', 'TYPE', 'normal'],
  ])('%s may not %s %s', async (name, command, ...args) => {
    await expect(as(name, command, ...args)).rejects.toThrow(/NOPERM|permission|can't access/i);
  });

  it('do not exist without a login', async () => {
    const client = new Redis(url, { enableReadyCheck: false, retryStrategy: () => null });
    client.on('error', () => undefined);
    await expect(client.get('limit:login:x')).rejects.toThrow(/NOAUTH/);
    client.disconnect();
  });
});
