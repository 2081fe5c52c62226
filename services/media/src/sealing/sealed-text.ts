import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import type { OpenKey } from './data-keys.service.js';

const CIPHER = 'aes-256-gcm';
const KEY_ID = 16;
const IV = 12;
const TAG = 16;

const derived = ({ bytes }: OpenKey, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', bytes, '', `duet ${purpose}`, 32));

/**
 * Seals a short text for a column: the id of the data key, nonce, tag and ciphertext (AES-256-GCM).
 * @param row bound to the text: in another row it does not open
 */
export function sealText(text: string, key: OpenKey, row: string): Buffer {
  const iv = randomBytes(IV);
  const cipher = createCipheriv(CIPHER, derived(key, 'sealed text'), iv).setAAD(Buffer.from(row));
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([Buffer.from(key.id.replaceAll('-', ''), 'hex'), iv, cipher.getAuthTag(), body]);
}

/** The id of the data key that has sealed a text. */
export function textKeyId(sealed: Buffer): string {
  return sealed
    .subarray(0, KEY_ID)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Opens a sealed text. @throws Error when another key or another row has sealed it, or when it was changed */
export function openText(sealed: Buffer, key: OpenKey, row: string): string {
  const [iv, tag] = [sealed.subarray(KEY_ID, KEY_ID + IV), sealed.subarray(KEY_ID + IV, KEY_ID + IV + TAG)];
  const decipher = createDecipheriv(CIPHER, derived(key, 'sealed text'), iv, { authTagLength: TAG });
  decipher.setAAD(Buffer.from(row)).setAuthTag(tag);
  return Buffer.concat([decipher.update(sealed.subarray(KEY_ID + IV + TAG)), decipher.final()]).toString('utf8');
}

/** Equal for equal values under one key, and meaningless without the key. */
export const fingerprintOf = (value: string, key: OpenKey): string =>
  createHmac('sha256', derived(key, 'fingerprint')).update(value).digest('hex');
