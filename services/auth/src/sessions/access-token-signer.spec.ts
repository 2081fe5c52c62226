import 'reflect-metadata';
import { createHash, generateKeyPairSync, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Clock, KeySet } from '@duet/service-kit';
import { AuthConfig } from '../config.js';
import { AccessTokenSigner } from './access-token-signer.js';

it('signs nothing with a key that was removed before auth restarted', () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { crv, kty, x, y } = publicKey.export({ format: 'jwk' });
  const kid = createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url');
  const dir = mkdtempSync(join(tmpdir(), 'duet-keys-'));
  const file = join(dir, 'keys.json');
  const keys = JSON.stringify({ keys: [{ crv, kty, x, y, kid }] });
  const config = Object.assign(new AuthConfig(), {
    JWT_PRIVATE_KEY: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  });
  const signer = new AccessTokenSigner(config, new KeySet(keys, file), new Clock());
  writeFileSync(file, '{"keys":[]}');
  const sign = (): string => signer.sign({ userId: randomUUID(), sessionId: randomUUID() });
  expect(sign()).toMatch(/^ey/);
  const later = performance.now() + 60_000;
  const minute = jest.spyOn(performance, 'now').mockReturnValue(later);
  expect(sign).toThrow(expect.objectContaining({ code: 'UNAVAILABLE' }));
  minute.mockRestore();
  rmSync(dir, { recursive: true });
});
