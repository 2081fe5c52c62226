import { type KeyObject, createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { AddPasskeyDto, PasskeyCreationOptions, PasskeyProofDto, PasskeyRequestOptions } from '@duet/contracts';
import { isoCBOR } from '@simplewebauthn/server/helpers';

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const BACKUP_ELIGIBLE = 0x08;
const BACKED_UP = 0x10;
const HAS_KEY = 0x40;

type Bytes = Uint8Array<ArrayBuffer>;
type Statement = Map<string, Bytes | Bytes[] | number>;

/** Overrides that make an answer of browser and authenticator wrong. */
export interface Forgery {
  challenge?: string;
  origin?: string;
  type?: string;
  crossOrigin?: boolean;
  rpId?: string;
  present?: boolean;
  verified?: boolean;
  synced?: boolean;
  counter?: number;
  /** null leaves the user handle out. */
  userHandle?: string | null;
  id?: string;
  statement?: Statement;
  format?: string;
}

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();

const uint = (value: number, bytes: 2 | 4): Buffer => {
  const written = Buffer.alloc(bytes);
  written.writeUIntBE(value, 0, bytes);
  return written;
};

const ofKey = (part: string | undefined) => new Uint8Array(Buffer.from(part ?? '', 'base64url'));

/** A browser with one passkey, with real keys and signatures (ES256). It counts its uses. */
export class SoftwareAuthenticator {
  readonly id = randomBytes(32).toString('base64url');
  private readonly key: KeyObject;
  private readonly publicKey: Buffer;
  private handle = '';
  private counter = 0;

  constructor(private readonly origin = 'https://duet.example') {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { x, y } = publicKey.export({ format: 'jwk' });
    this.key = privateKey;
    // COSE: kty EC2, alg ES256, crv P-256, x, y.
    this.publicKey = Buffer.from(
      isoCBOR.encode(
        new Map<number, number | Bytes>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, ofKey(x)],
          [-3, ofKey(y)],
        ]),
      ),
    );
  }

  create({ challenge, rp, user }: PasskeyCreationOptions, forgery: Forgery = {}): AddPasskeyDto {
    this.handle = user.id;
    const id = Buffer.from(this.id, 'base64url');
    const key = Buffer.concat([Buffer.alloc(16), uint(id.length, 2), id, this.publicKey]);
    const authData = new Uint8Array(Buffer.concat([this.authenticatorData(rp.id, forgery, HAS_KEY), key]));
    const attestation = new Map<string, string | Bytes | Statement>([
      ['fmt', forgery.format ?? 'none'],
      ['attStmt', forgery.statement ?? new Map()],
      ['authData', authData],
    ]);
    const attestationObject = Buffer.from(isoCBOR.encode(attestation)).toString('base64url');
    const clientDataJSON = this.clientData('webauthn.create', challenge, forgery).toString('base64url');
    return { id: forgery.id ?? this.id, response: { clientDataJSON, attestationObject, transports: ['internal'] } };
  }

  get({ challenge, rpId }: PasskeyRequestOptions, forgery: Forgery = {}): PasskeyProofDto {
    this.counter += 1;
    const authenticatorData = this.authenticatorData(rpId, forgery);
    const clientData = this.clientData('webauthn.get', challenge, forgery);
    const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(clientData)]), this.key);
    const userHandle = forgery.userHandle === undefined ? this.handle : forgery.userHandle;
    const response = {
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: authenticatorData.toString('base64url'),
      signature: signature.toString('base64url'),
      ...(userHandle !== null && { userHandle }),
    };
    return { id: forgery.id ?? this.id, response };
  }

  private clientData(type: string, challenge: string, forgery: Forgery): Buffer {
    return Buffer.from(
      JSON.stringify({
        type: forgery.type ?? type,
        challenge: forgery.challenge ?? challenge,
        origin: forgery.origin ?? this.origin,
        crossOrigin: forgery.crossOrigin ?? false,
      }),
    );
  }

  private authenticatorData(
    rpId: string,
    { rpId: claimed, present = true, verified = true, synced = false, counter = this.counter }: Forgery,
    more = 0,
  ): Buffer {
    const flags =
      more | (present ? USER_PRESENT : 0) | (verified ? USER_VERIFIED : 0) | (synced ? BACKUP_ELIGIBLE | BACKED_UP : 0);
    return Buffer.concat([sha256(claimed ?? rpId), Buffer.from([flags]), uint(counter, 4)]);
  }
}
