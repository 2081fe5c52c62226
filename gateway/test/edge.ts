import { type TestKeys, freshNats, freshRedis } from '@duet/testing';
import type { INestMicroservice } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createGateway } from '../src/create-gateway.js';
import { gatewaySettings } from './settings.js';

interface Peered {
  app: INestMicroservice;
}

export interface Edge<Peers> {
  app: NestFastifyApplication;
  peers: Peers;
  stop: () => Promise<void>;
}

/** A gateway on stores of its own, and the peers that answer behind the bus. */
export async function startEdge<Peers extends Peered>(
  keys: TestKeys,
  startPeers: (nats: string, publicKeys: string) => Promise<Peers>,
): Promise<Edge<Peers>> {
  const [nats, redis] = await Promise.all([freshNats(), freshRedis()]);
  const peers = await startPeers(nats.url, keys.publicKeys);
  const app = await createGateway(gatewaySettings(nats.url, redis.url, { JWT_PUBLIC_KEYS: keys.publicKeys }));
  await app.init();
  await app.getHttpAdapter().getInstance().ready();
  return {
    app,
    peers,
    async stop(): Promise<void> {
      await app.close();
      await peers.app.close();
      await Promise.all([nats.stop(), redis.stop()]);
    },
  };
}
