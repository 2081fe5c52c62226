import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto';

const FLAGS = Buffer.from([0b0100_0101]); // present, verified, with a key

/** @param {string} text CBOR of a short text */
const word = (text) => Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);

/** @param {Buffer} bytes CBOR of less than 256 bytes */
const string = (bytes) => Buffer.concat([Buffer.from([0x58, bytes.length]), bytes]);

/**
 * A browser's answer to the creation of a passkey: a real key (ES256), no attestation.
 * @param {{challenge: string, rp: {id: string}}} options @param {string} origin
 */
export function newPasskey({ challenge, rp }, origin) {
  const { x = '', y = '' } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' });
  const id = randomBytes(32);
  // COSE: kty EC2, alg ES256, crv P-256, x, y.
  const key = Buffer.concat([
    Buffer.from('a5010203262001', 'hex'),
    Buffer.from([0x21]),
    string(Buffer.from(x, 'base64url')),
    Buffer.from([0x22]),
    string(Buffer.from(y, 'base64url')),
  ]);
  const counterAndMaker = Buffer.alloc(4 + 16);
  const authData = Buffer.concat([
    createHash('sha256').update(rp.id).digest(),
    FLAGS,
    counterAndMaker,
    Buffer.from([0, id.length]),
    id,
    key,
  ]);
  const attestation = Buffer.concat([
    Buffer.from([0xa3]),
    word('fmt'),
    word('none'),
    word('attStmt'),
    Buffer.from([0xa0]),
    word('authData'),
    string(authData),
  ]);
  const client = Buffer.from(JSON.stringify({ type: 'webauthn.create', challenge, origin, crossOrigin: false }));
  return {
    id: id.toString('base64url'),
    response: {
      clientDataJSON: client.toString('base64url'),
      attestationObject: attestation.toString('base64url'),
      transports: ['internal'],
    },
  };
}
