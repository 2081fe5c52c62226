import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';

const VERSION = 'v1';
const IV_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;

interface KeyPair {
  sealing: Buffer;
  /** Base64url. The HMAC key of recovery codes whose row has no key of its own. */
  hashing: string;
}

/** A decrypted secret, and the HMAC key that is derived from the same configured key. */
export interface Opened {
  plain: string;
  hashing: string;
}

/**
 * Encrypts secrets with AES-256-GCM, bound to their owner, so that a row copied to another account does not decrypt.
 * The first key encrypts and every key decrypts, so that keys can be rotated.
 */
export class SecretBox {
  /** Identifies the encrypting key without revealing it. */
  readonly keyId: string;
  private readonly current: KeyPair;
  private readonly keys: readonly KeyPair[];

  /** @param keys the encrypting key, then at most the previous one */
  constructor(keys: readonly [string, ...string[]]) {
    this.current = keyPair(keys[0]);
    this.keys = [this.current, ...keys.slice(1).map(keyPair)];
    this.keyId = createHash('sha256').update(this.current.sealing).digest('base64url').slice(0, 12);
  }

  seal(plain: string, owner: string): string {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.current.sealing, iv).setAAD(Buffer.from(owner));
    const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
    return `${VERSION}.${Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')}`;
  }

  /** @throws Error for anything that was not encrypted for this owner with one of the keys */
  open(sealed: string, owner: string): Opened {
    const [version, content = ''] = sealed.split('.');
    if (version !== VERSION) throw new Error('unknown sealing version');
    const bytes = Buffer.from(content, 'base64url');
    for (const { sealing, hashing } of this.keys) {
      const plain = decrypt(bytes, sealing, owner);
      if (plain !== null) return { plain, hashing };
    }
    throw new Error('not sealed for this owner with a known key');
  }

  /** The HMAC keys of codes whose row has no key of its own, the newest first. */
  get hashKeys(): string[] {
    return this.keys.map(({ hashing }) => hashing);
  }
}

/** A random key for one person's recovery codes. */
export const newHashKey = (): string => randomBytes(KEY_BYTES).toString('base64url');

/** An HMAC with SHA-256, bound to the owner: guesses cannot be checked without the key. */
export const keyedHash = (key: string, value: string, owner: string): string =>
  createHmac('sha256', Buffer.from(key, 'base64url')).update(`${owner}:${value}`).digest('base64url');

/** null for another key, another owner or changed bytes: the cipher does not distinguish them. */
function decrypt(bytes: Buffer, key: Buffer, owner: string): string | null {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(owner)).setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}

function keyPair(key: string): KeyPair {
  return {
    sealing: derive(key, 'duet second factor: seal'),
    hashing: derive(key, 'duet second factor: hash').toString('base64url'),
  };
}

const derive = (key: string, purpose: string): Buffer => Buffer.from(hkdfSync('sha256', key, '', purpose, KEY_BYTES));
