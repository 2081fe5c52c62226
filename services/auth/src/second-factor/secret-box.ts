import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

const VERSION = 'v1';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Keeps secrets that must be readable again: AES-256-GCM under a key from the configuration, bound to their owner, so
 * that a row that is copied to another account opens nothing.
 */
export class SecretBox {
  private readonly sealing: Buffer;
  private readonly hashing: Buffer;

  constructor(key: string) {
    this.sealing = derive(key, 'duet second factor: seal');
    this.hashing = derive(key, 'duet second factor: hash');
  }

  seal(plain: string, owner: string): string {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.sealing, iv).setAAD(Buffer.from(owner));
    const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
    return `${VERSION}.${Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')}`;
  }

  /** @throws Error for anything that was not sealed for this owner with this key */
  open(sealed: string, owner: string): string {
    const [version, content = ''] = sealed.split('.');
    if (version !== VERSION) throw new Error('sealed in a way that is not known here');
    const bytes = Buffer.from(content, 'base64url');
    const decipher = createDecipheriv('aes-256-gcm', this.sealing, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(owner)).setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8');
  }

  /** A hash that nobody can make, or try guesses against, without the key. */
  hash(value: string, owner: string): string {
    return createHmac('sha256', this.hashing).update(`${owner}:${value}`).digest('base64url');
  }
}

const derive = (key: string, purpose: string): Buffer => Buffer.from(hkdfSync('sha256', key, '', purpose, 32));
