import { type KeyObject, createHash, createPrivateKey, createPublicKey } from 'node:crypto';
import { type Actor, LIMITS, type TokenUse } from '@duet/contracts';
import { ACCESS_TOKEN, ConfigError, EXPORT_LINK, KeySet } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import jwt from 'jsonwebtoken';
import { Clock } from '../clock.js';
import { AuthConfig } from '../config.js';

/** RFC 7638: the key's own name, made from its public numbers. */
function thumbprint(key: KeyObject): string {
  const { crv, kty, x, y } = createPublicKey(key).export({ format: 'jwk' });
  return createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url');
}

/** Signs access tokens, and the links that are tokens themselves. */
@Injectable()
export class AccessTokenSigner {
  private readonly key: KeyObject;
  private readonly kid: string;

  constructor(
    @Inject(AuthConfig) config: AuthConfig,
    @Inject(KeySet) keys: KeySet,
    @Inject(Clock) private readonly clock: Clock,
  ) {
    this.key = createPrivateKey(config.JWT_PRIVATE_KEY.replaceAll('\\n', '\n'));
    if (this.key.asymmetricKeyDetails?.namedCurve !== 'prime256v1') throw new ConfigError('JWT_PRIVATE_KEY must be a P-256 key');
    this.kid = thumbprint(this.key);
    if (!keys.find(this.kid)) throw new ConfigError(`JWT_PUBLIC_KEYS lacks the public half of JWT_PRIVATE_KEY (kid ${this.kid})`);
  }

  /** A session's token says nothing of its use. */
  sign({ userId, sessionId, about }: Actor, use: TokenUse = 'session'): string {
    const iat = Math.floor(this.clock.now().getTime() / 1000);
    const claims = { sub: userId, sid: sessionId, iat, exp: iat + LIMITS.accessTokenSeconds, ...(use !== 'session' && { use }), ...(about && { about }) };
    return this.signAs(ACCESS_TOKEN, claims);
  }

  signExportLink(exportId: string, expiresAt: Date): string {
    // It says when it ends; when it was made is nobody's concern.
    return this.signAs(EXPORT_LINK, { sub: exportId, exp: Math.floor(expiresAt.getTime() / 1000) }, true);
  }

  private signAs({ algorithm, issuer, audience, type }: typeof ACCESS_TOKEN | typeof EXPORT_LINK, claims: object, noTimestamp = false): string {
    return jwt.sign(claims, this.key, { algorithm, issuer, audience, noTimestamp, header: { alg: algorithm, typ: type, kid: this.kid } });
  }
}
