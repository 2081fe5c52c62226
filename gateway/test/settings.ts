import { generateKeyPairSync } from 'node:crypto';
import type { GatewayConfig } from '../src/config.js';

/** Gateway settings for the tests' stores. Realtime and media are unreachable unless a test sets their URLs. */
export function gatewaySettings(nats: string, redis: string, more: Partial<GatewayConfig> = {}): GatewayConfig {
  const jwk = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' });
  return {
    NODE_ENV: 'test',
    STOP_GRACE: 0,
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
