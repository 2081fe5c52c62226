import { generateKeyPairSync } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { thumbprint } from '../../local/secrets.mjs';

/** The public half of a retired key stays for longer than the longest-lived token, 15 minutes, and the restart of auth. */
const KEPT = 60 * 60 * 1_000;

/** @typedef {{privateKey: string, public: {jwk: object, retiredAt: string | null}[]}} Keys */

/** @param {string} dir */
const fileIn = (dir) => join(dir, 'signing-keys.json');

/** @returns {Keys} */
function newKey() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const jwk = publicKey.export({ format: 'jwk' });
  return {
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    public: [{ jwk: { ...jwk, kid: thumbprint(jwk), use: 'sig', alg: 'ES256' }, retiredAt: null }],
  };
}

/** @param {string} dir @param {Keys} keys */
function keep(dir, keys) {
  mkdirSync(dir, { recursive: true });
  writeFileSync(`${fileIn(dir)}.new`, JSON.stringify(keys), { mode: 0o600 });
  renameSync(`${fileIn(dir)}.new`, fileIn(dir));
  return keys;
}

/** @param {string} dir @returns {Keys} */
const read = (dir) => (existsSync(fileIn(dir)) ? JSON.parse(readFileSync(fileIn(dir), 'utf8')) : keep(dir, newKey()));

/** Whether tokens of a key may still be valid. @param {{retiredAt: string | null}} key @param {number} now */
const isValid = ({ retiredAt }, now) => retiredAt === null || now - Date.parse(retiredAt) < KEPT;

/** The key that signs and the set that verifies, generated at the first call. @param {string} dir */
export function signingKeys(dir, now = Date.now()) {
  const keys = read(dir);
  const valid = keys.public.filter((one) => isValid(one, now));
  return { privateKey: keys.privateKey, publicKeys: JSON.stringify({ keys: valid.map(({ jwk }) => jwk) }) };
}

/** Adds a signing key that auth uses from its next start. Tokens of older keys stay valid until they expire. @param {string} dir */
export function rotateSigningKey(dir, now = Date.now()) {
  const old = read(dir).public.map((one) => ({ ...one, retiredAt: one.retiredAt ?? new Date(now).toISOString() }));
  const made = newKey();
  keep(dir, { ...made, public: [...made.public, ...old.filter((one) => isValid(one, now))] });
}

/** Removes all keys but the one that signs, so that their tokens are refused before they expire. @param {string} dir */
export function dropFormerKeys(dir) {
  const keys = read(dir);
  keep(dir, { ...keys, public: keys.public.filter(({ retiredAt }) => retiredAt === null) });
}
