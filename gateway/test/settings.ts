import { generateKeyPairSync } from 'node:crypto';
import type { GatewayConfig } from '../src/config.js';

/** Settings of a gateway on the tests' stores, with nobody behind the bus unless the test puts somebody there. */
export function gatewaySettings(nats: string, redis: string, more: Partial<GatewayConfig> = {}): GatewayConfig {
  const jwk = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' });
  return {
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    NATS_URL: nats,
    REDIS_URL: redis,
    OPS_PORT: 0,
    PORT: 0,
    JWT_PUBLIC_KEYS: JSON.stringify({ keys: [{ ...jwk, kid: 'test' }] }),
    REALTIME_URL: 'http://127.0.0.1:9',
    MEDIA_URL: 'http://127.0.0.1:9',
    APP_ORIGIN: 'http://localhost:8080',
    ...more,
  };
}
