import { describe, expect, it } from '@jest/globals';
import { createPublicKey, sign, verify } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { secretsOf, signingKeys, thumbprint } from './secrets.mjs';
import { temporaryFolder } from './test/temporary.mjs';

describe('secrets', () => {
  it('are generated once, each readable by its owner alone', () => {
    const dir = temporaryFolder('secrets');
    const first = secretsOf(dir)('one');
    expect(secretsOf(dir)('one')).toBe(first);
    expect(secretsOf(dir)('two')).not.toBe(first);
    expect(first.length).toBeGreaterThanOrEqual(32);
    expect(statSync(join(dir, 'secrets.json')).mode & 0o777).toBe(0o600);
  });

  it('include an ES256 key pair whose public key verifies signatures of the private key', () => {
    const dir = temporaryFolder('keys');
    const { privateKeyFile, publicKeysFile } = signingKeys(dir);
    const {
      keys: [jwk],
    } = JSON.parse(readFileSync(publicKeysFile, 'utf8'));
    const signature = sign('sha256', Buffer.from('words'), {
      key: readFileSync(privateKeyFile),
      dsaEncoding: 'ieee-p1363',
    });
    expect(
      verify(
        'sha256',
        Buffer.from('words'),
        { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
        signature,
      ),
    ).toBe(true);
    expect(jwk).toMatchObject({ kty: 'EC', crv: 'P-256', alg: 'ES256', use: 'sig', kid: thumbprint(jwk) });
    expect(jwk).not.toHaveProperty('d');
    expect(readFileSync(signingKeys(dir).publicKeysFile, 'utf8')).toContain(jwk.kid);
    expect(statSync(privateKeyFile).mode & 0o777).toBe(0o600);
  });
});
