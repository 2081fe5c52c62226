import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { MediaConfig } from '../config.js';

const CIPHER = 'aes-256-gcm';
const IV = 12;
const TAG = 16;

interface InstallationKey {
  /** Identifies the key in rows; derived from it one-way. */
  id: string;
  key: Buffer;
}

const derive = (secret: string, purpose: string, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', `duet media key: ${purpose}`, bytes));

const keyFrom = (secret: string): InstallationKey => ({
  id: derive(secret, 'id', 8).toString('hex'),
  key: derive(secret, 'seal', 32),
});

/** A sealed data key, as it is stored. */
export interface SealedKey {
  sealed: Buffer;
  sealedBy: string;
}

/** Seals data keys with the first key of MEDIA_KEY and opens them with any of its keys (AES-256-GCM). */
@Injectable()
export class InstallationKeys {
  private readonly current: InstallationKey;
  private readonly known: Map<string, Buffer>;

  constructor(@Inject(MediaConfig) { MEDIA_KEY }: MediaConfig) {
    const [first, ...others] = MEDIA_KEY.split(/\r?\n/);
    this.current = keyFrom(first ?? MEDIA_KEY);
    this.known = new Map([this.current, ...others.map(keyFrom)].map(({ id, key }) => [id, key]));
  }

  /** The key that seals. */
  get currentId(): string {
    return this.current.id;
  }

  /** All keys that open. */
  get ids(): string[] {
    return [...this.known.keys()];
  }

  /** Seals a data key with the current key. @param owner bound to the sealed key as associated data: in another row it does not open */
  seal(dataKey: Buffer, owner: string): SealedKey {
    const iv = randomBytes(IV);
    const cipher = createCipheriv(CIPHER, this.current.key, iv).setAAD(Buffer.from(owner));
    const body = Buffer.concat([cipher.update(dataKey), cipher.final()]);
    return { sealed: Buffer.concat([iv, cipher.getAuthTag(), body]), sealedBy: this.current.id };
  }

  /** Opens a sealed data key. @throws Error when no configured key has sealed it for this owner */
  open({ sealed, sealedBy }: SealedKey, owner: string): Buffer {
    const key = this.known.get(sealedBy);
    if (!key) throw new Error(`MEDIA_KEY lacks the key ${sealedBy}`);
    const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, IV), { authTagLength: TAG });
    decipher.setAAD(Buffer.from(owner)).setAuthTag(sealed.subarray(IV, IV + TAG));
    return Buffer.concat([decipher.update(sealed.subarray(IV + TAG)), decipher.final()]);
  }
}
