import { type KeyObject, createHash, createPrivateKey, createPublicKey } from 'node:crypto';
import { type Actor, LIMITS } from '@duet/contracts';
import { ACCESS_TOKEN, ConfigError, KeySet } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import jwt from 'jsonwebtoken';
import { Clock } from '../clock.js';
import { AuthConfig } from '../config.js';

/** RFC 7638: the key's own name, made from its public numbers. */
function thumbprint(key: KeyObject): string {
  const { crv, kty, x, y } = createPublicKey(key).export({ format: 'jwk' });
  return createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url');
}

/** Signs access tokens. */
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

  sign({ userId, sessionId }: Actor): string {
    const iat = Math.floor(this.clock.now().getTime() / 1000);
    return jwt.sign({ sub: userId, sid: sessionId, iat, exp: iat + LIMITS.accessTokenSeconds }, this.key, {
      algorithm: ACCESS_TOKEN.algorithm,
      issuer: ACCESS_TOKEN.issuer,
      audience: ACCESS_TOKEN.audience,
      header: { alg: ACCESS_TOKEN.algorithm, typ: ACCESS_TOKEN.type, kid: this.kid },
    });
  }
}
