import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const IV = 12;
const TAG = 16;

interface InstallationKey {
  /** Identifies the key in rows; derived from it one-way. */
  id: string;
  key: Buffer;
}

/** The variable of the environment with the keys, one per line, and the purpose that separates them from those of other variables. */
export interface KeySource {
  variable: string;
  value: string;
  purpose: string;
}

const derive = (secret: string, info: string, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', info, bytes));

const keyFrom = (secret: string, purpose: string): InstallationKey => ({
  id: derive(secret, `${purpose}: id`, 8).toString('hex'),
  key: derive(secret, `${purpose}: seal`, 32),
});

/** Sealed bytes, as they are stored. */
export interface SealedBytes {
  sealed: Buffer;
  /** Id of the key that has sealed them. */
  sealedBy: string;
}

/** Seals small secrets with the first key of a variable and opens them with any of its keys (AES-256-GCM). */
export class InstallationKeys {
  private readonly current: InstallationKey;
  private readonly known: Map<string, Buffer>;
  private readonly variable: string;

  constructor({ variable, value, purpose }: KeySource) {
    const [first, ...others] = value.split(/\r?\n/);
    this.variable = variable;
    this.current = keyFrom(first ?? value, purpose);
    this.known = new Map([this.current, ...others.map((key) => keyFrom(key, purpose))].map(({ id, key }) => [id, key]));
  }

  /** The key that seals. */
  get currentId(): string {
    return this.current.id;
  }

  /** All keys that open. */
  get ids(): string[] {
    return [...this.known.keys()];
  }

  /** Seals bytes with the current key. @param owner bound to them as associated data: in another row they do not open */
  seal(bytes: Buffer, owner: string): SealedBytes {
    const iv = randomBytes(IV);
    const cipher = createCipheriv(CIPHER, this.current.key, iv).setAAD(Buffer.from(owner));
    const body = Buffer.concat([cipher.update(bytes), cipher.final()]);
    return { sealed: Buffer.concat([iv, cipher.getAuthTag(), body]), sealedBy: this.current.id };
  }

  /** Opens sealed bytes. @throws Error when no configured key has sealed them for this owner */
  open({ sealed, sealedBy }: SealedBytes, owner: string): Buffer {
    const key = this.known.get(sealedBy);
    if (!key) throw new Error(`${this.variable} lacks the key ${sealedBy}`);
    const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, IV), { authTagLength: TAG });
    decipher.setAAD(Buffer.from(owner)).setAuthTag(sealed.subarray(IV, IV + TAG));
    return Buffer.concat([decipher.update(sealed.subarray(IV + TAG)), decipher.final()]);
  }
}
