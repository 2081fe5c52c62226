import { type FreshServer, TlsFront, freshRedis, selfSigned, trust } from '@duet/testing';
import { pino } from 'pino';
import { connectRedis } from '../src/redis/redis.js';

let redis: FreshServer;

beforeAll(async () => {
  redis = await freshRedis();
});

afterAll(() => redis.stop());

async function ping(url: string): Promise<string> {
  const client = connectRedis(url, 'test', pino({ level: 'silent' }));
  try {
    await new Promise((resolve, reject) => client.once('ready', resolve).once('error', reject));
    return await client.ping();
  } finally {
    client.disconnect();
  }
}

it('a rediss:// address connects over TLS, and only to a server with a trusted certificate', async () => {
  const [trusted, unknown] = await Promise.all([selfSigned(), selfSigned()]);
  const [front, stranger] = await Promise.all([
    TlsFront.before(redis.url, trusted),
    TlsFront.before(redis.url, unknown),
  ]);
  trust(trusted);
  try {
    await expect(ping(`rediss://localhost:${front.port}`)).resolves.toBe('PONG');
    await expect(ping(`rediss://localhost:${stranger.port}`)).rejects.toThrow(/self-signed/);
    await expect(ping(redis.url.replace('redis://', 'rediss://'))).rejects.toThrow();
  } finally {
    await Promise.all([front.stop(), stranger.stop()]);
  }
});
