import { type KeyObject, createHash, generateKeyPairSync, randomUUID } from 'node:crypto';
import { type Actor, LIMITS, type TokenUse } from '@duet/contracts';
import { ACCESS_TOKEN, EXPORT_LINK, RESTITUTION_LINK } from '@duet/service-kit';
import jwt from 'jsonwebtoken';

export interface TestKeys {
  kid: string;
  privateKey: KeyObject;
  publicKey: KeyObject;
  /** The value of JWT_PRIVATE_KEY. */
  privatePem: string;
  /** The value of JWT_PUBLIC_KEYS. */
  publicKeys: string;
}

/** Creates a key pair as `npm start` does. */
export function testKeys(): TestKeys {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { crv, kty, x, y } = publicKey.export({ format: 'jwk' });
  const kid = createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url');
  return {
    kid,
    privateKey,
    publicKey,
    privatePem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    publicKeys: JSON.stringify({ keys: [{ crv, kty, x, y, kid, use: 'sig', alg: 'ES256' }] }),
  };
}

/** Signs an access token as auth does. @param seconds until it expires @param use `session` by default */
export function accessToken(
  keys: TestKeys,
  { userId, sessionId, about }: Actor,
  seconds: number = LIMITS.accessTokenSeconds,
  use?: TokenUse,
): string {
  return jwt.sign({ sid: sessionId, ...(use && { use }), ...(about && { about }) }, keys.privateKey, {
    algorithm: ACCESS_TOKEN.algorithm,
    issuer: ACCESS_TOKEN.issuer,
    audience: ACCESS_TOKEN.audience,
    subject: userId,
    expiresIn: seconds,
    header: { alg: ACCESS_TOKEN.algorithm, typ: ACCESS_TOKEN.type, kid: keys.kid },
  });
}

/**
 * Signs the link to an export as auth does.
 * @param seconds until it expires
 * @param sessionId null for a link of an earlier build, which named no session
 */
export function exportLink(
  keys: TestKeys,
  exportId: string,
  seconds = 60,
  sessionId: string | null = randomUUID(),
): string {
  const { algorithm, issuer, audience, type } = EXPORT_LINK;
  return jwt.sign(sessionId === null ? {} : { sid: sessionId }, keys.privateKey, {
    algorithm,
    issuer,
    audience,
    subject: exportId,
    expiresIn: seconds,
    header: { alg: algorithm, typ: type, kid: keys.kid },
  });
}

/** Signs the link to a restitution as auth does. @param seconds until it expires */
export function restitutionLink(
  keys: TestKeys,
  { userId, sessionId }: Actor,
  restitutionId: string,
  seconds = 60,
): string {
  const { algorithm, issuer, audience, type } = RESTITUTION_LINK;
  return jwt.sign({ sid: sessionId, about: restitutionId }, keys.privateKey, {
    algorithm,
    issuer,
    audience,
    subject: userId,
    expiresIn: seconds,
    header: { alg: algorithm, typ: type, kid: keys.kid },
  });
}
