import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** @param {string} path @param {string} content */
function writePrivate(path, content) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(`${path}.new`, content, { mode: 0o600 });
  renameSync(`${path}.new`, path);
}

/**
 * Returns a function that returns the secret of a name, such as `secret('postgres admin')`. It generates each one at first use and stores it.
 * @param {string} dir
 * @returns {(name: string, make?: () => string) => string}
 */
export function secretsOf(dir) {
  const path = join(dir, 'secrets.json');
  return (name, make = () => randomBytes(24).toString('base64url')) => {
    /** @type {Record<string, string>} */
    const kept = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
    const value = kept[name] ?? make();
    if (kept[name] === undefined) writePrivate(path, `${JSON.stringify({ ...kept, [name]: value }, null, 2)}\n`);
    return value;
  };
}

/** A private key that identifies this installation to push services (VAPID). */
export const vapidKey = () =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' }).d ?? '';

/**
 * The key pair that signs access tokens (ES256), generated once.
 * @param {string} dir
 * @returns {{privateKeyFile: string, publicKeysFile: string}}
 */
export function signingKeys(dir) {
  const privateKeyFile = join(dir, 'keys', 'access-token.private.pem');
  const publicKeysFile = join(dir, 'keys', 'access-token.jwks.json');
  if (!existsSync(privateKeyFile) || !existsSync(publicKeysFile)) {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const jwk = publicKey.export({ format: 'jwk' });
    writePrivate(
      publicKeysFile,
      `${JSON.stringify({ keys: [{ ...jwk, kid: thumbprint(jwk), use: 'sig', alg: 'ES256' }] })}\n`,
    );
    writePrivate(privateKeyFile, privateKey.export({ type: 'pkcs8', format: 'pem' }).toString());
  }
  return { privateKeyFile, publicKeysFile };
}

/** RFC 7638: the hash of the required members in alphabetical order. @param {import('node:crypto').JsonWebKey} jwk */
export function thumbprint({ crv, kty, x, y }) {
  return createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url');
}
