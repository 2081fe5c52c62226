import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { ACCESS_TOKEN } from '@duet/service-kit';
import jwt from 'jsonwebtoken';

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const kid = 'test-key';

export const publicKeys = JSON.stringify({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid }] });

export interface Session {
  userId: string;
  sessionId: string;
  token: string;
}

export function signIn(userId: string = randomUUID(), seconds = 900, sessionId: string = randomUUID()): Session {
  const token = jwt.sign({ sid: sessionId }, privateKey, {
    algorithm: ACCESS_TOKEN.algorithm,
    issuer: ACCESS_TOKEN.issuer,
    audience: ACCESS_TOKEN.audience,
    subject: userId,
    expiresIn: seconds,
    header: { alg: ACCESS_TOKEN.algorithm, typ: ACCESS_TOKEN.type, kid },
  });
  return { userId, sessionId, token };
}
