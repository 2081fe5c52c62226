import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '@duet/service-kit';
import { eventually, freshRedis } from '@duet/testing';
import { Redis } from 'ioredis';
import { connectRedis } from '../src/redis/redis.js';

it('reconnects to Redis with the password that the file has then', async () => {
  const server = await freshRedis();
  const file = join(mkdtempSync(join(tmpdir(), 'duet-redis-')), 'url');
  const login = (password: string): string => {
    const url = new URL(server.url);
    Object.assign(url, { username: 'realtime', password });
    return url.href;
  };
  const admin = new Redis(server.url);
  await admin.call('ACL', 'SETUSER', 'realtime', 'on', '>before', '~*', '+@all');
  const redis = connectRedis(login('before'), 'test', createLogger('realtime', 'silent'));
  try {
    await eventually(() => expect(redis.ping()).resolves.toBe('PONG'));
    await admin.call('ACL', 'SETUSER', 'realtime', 'resetpass', '>after');
    await admin.call('CLIENT', 'KILL', 'USER', 'realtime');
    await eventually(() => expect(redis.ping()).rejects.toThrow());
    writeFileSync(file, login('after'));
    // The tests' own Redis.
    delete process.env['REDIS_URL'];
    process.env['REDIS_URL_FILE'] = file;
    await eventually(() => expect(redis.ping()).resolves.toBe('PONG'));
  } finally {
    delete process.env['REDIS_URL_FILE'];
    redis.disconnect();
    admin.disconnect();
    await server.stop();
  }
});
