import { type FreshServer, type TestKeys, eventually, freshNats, freshRedis } from '@duet/testing';
import type { INestMicroservice } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Redis } from 'ioredis';
import type { GatewayConfig } from '../src/config.js';
import { createGateway } from '../src/create-gateway.js';
import type { Countable } from '../src/limits/rate-key.js';
import { type Limit, REDIS, type RateLimits } from '../src/limits/rate-limits.js';
import { gatewaySettings } from './settings.js';

interface StartedPeers {
  app: INestMicroservice;
}

export interface Edge<Peers> {
  app: NestFastifyApplication;
  peers: Peers;
  nats: FreshServer;
  redis: FreshServer;
  stop: () => Promise<void>;
}

/** Waits until Redis is connected, because until then fail-closed limits answer 503. */
export async function waitForRedis(app: NestFastifyApplication): Promise<void> {
  const redis = app.get<Redis>(REDIS, { strict: false });
  await eventually(() => expect(redis.status).toBe('ready'));
}

/** Counts a number of calls, one after the other: in a crowd on a busy machine, commands to Redis would exceed their timeout. */
export async function spend(limits: RateLimits, limit: Limit, call: Countable, count: number): Promise<void> {
  for (let spent = 0; spent < count; spent += 1) await limits.consume(limit, call);
}

/** Starts a gateway that does not listen. */
export async function startGateway(settings: GatewayConfig): Promise<NestFastifyApplication> {
  const app = await createGateway(settings);
  await app.init();
  await app.getHttpAdapter().getInstance().ready();
  await waitForRedis(app);
  return app;
}

/** Starts a gateway on fresh stores with fake peers behind the bus. */
export async function startEdge<Peers extends StartedPeers>(
  keys: TestKeys,
  startPeers: (nats: string, publicKeys: string) => Promise<Peers>,
): Promise<Edge<Peers>> {
  const [nats, redis] = await Promise.all([freshNats(), freshRedis()]);
  const peers = await startPeers(nats.url, keys.publicKeys);
  const app = await startGateway(gatewaySettings(nats.url, redis.url, { JWT_PUBLIC_KEYS: keys.publicKeys }));
  return {
    app,
    peers,
    nats,
    redis,
    async stop(): Promise<void> {
      await app.close();
      await peers.app.close();
      await Promise.all([nats.stop(), redis.stop()]);
    },
  };
}
