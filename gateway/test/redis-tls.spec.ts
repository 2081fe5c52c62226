import { TlsFront, eventually, freshNats, freshRedis, selfSigned, testKeys, trust } from '@duet/testing';
import { Redis } from 'ioredis';
import { createGateway } from '../src/create-gateway.js';
import { gatewaySettings } from './settings.js';

it('counts rate limits over TLS if REDIS_URL starts with rediss://', async () => {
  const [nats, redis, certificate] = await Promise.all([freshNats(), freshRedis(), selfSigned()]);
  const front = await TlsFront.before(redis.url, certificate);
  trust(certificate);
  const counters = new Redis(redis.url);
  const settings = { JWT_PUBLIC_KEYS: testKeys().publicKeys };
  const app = await createGateway(gatewaySettings(nats.url, `rediss://localhost:${front.port}`, settings));
  try {
    await app.init();
    await app.getHttpAdapter().getInstance().ready();
    // Until Redis is connected, each process counts calls by itself.
    await eventually(async () => {
      await app.inject({ method: 'POST', url: '/api/auth/forgot-password', payload: { email: 'a@example.org' } });
      expect(await counters.dbsize()).toBeGreaterThan(0);
    });
    expect(front.encrypted).toBeGreaterThan(0);
  } finally {
    await app.close();
    counters.disconnect();
    await front.stop();
    await Promise.all([nats.stop(), redis.stop()]);
  }
});
