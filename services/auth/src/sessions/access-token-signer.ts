import { type KeyObject, createHash, createPrivateKey, createPublicKey } from 'node:crypto';
import { type Actor, LIMITS, type TokenUse } from '@duet/contracts';
import {
  ACCESS_TOKEN,
  AppError,
  Clock,
  ConfigError,
  EXPORT_LINK,
  KeySet,
  RESTITUTION_LINK,
  type TokenKind,
  sessionAlias,
} from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import jwt from 'jsonwebtoken';
import { AuthConfig } from '../config.js';

/** The key's id: the thumbprint of its public half (RFC 7638). */
function thumbprint(key: KeyObject): string {
  const { crv, kty, x, y } = createPublicKey(key).export({ format: 'jwk' });
  return createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url');
}

/** Signs access tokens and the tokens in links to exports and restitutions. */
@Injectable()
export class AccessTokenSigner {
  private readonly key: KeyObject;
  private readonly kid: string;

  constructor(
    @Inject(AuthConfig) config: AuthConfig,
    @Inject(KeySet) private readonly keys: KeySet,
    @Inject(Clock) private readonly clock: Clock,
  ) {
    this.key = createPrivateKey(config.JWT_PRIVATE_KEY.replaceAll('\\n', '\n'));
    if (this.key.asymmetricKeyDetails?.namedCurve !== 'prime256v1')
      throw new ConfigError('JWT_PRIVATE_KEY must be a P-256 key');
    this.kid = thumbprint(this.key);
    if (!keys.find(this.kid))
      throw new ConfigError(`JWT_PUBLIC_KEYS lacks the public half of JWT_PRIVATE_KEY (kid ${this.kid})`);
  }

  /** The token of a session has no `use` claim. */
  sign({ userId, sessionId, about }: Actor, use: TokenUse = 'session'): string {
    const iat = Math.floor(this.clock.now().getTime() / 1000);
    const claims = {
      sub: userId,
      sid: sessionId,
      iat,
      exp: iat + LIMITS.accessTokenSeconds,
      ...(use !== 'session' && { use }),
      ...(about && { about }),
    };
    return this.signAs(ACCESS_TOKEN, claims);
  }

  signExportLink(exportId: string, sessionId: string, expiresAt: Date): string {
    return this.signAs(EXPORT_LINK, {
      sub: exportId,
      sid: sessionAlias(sessionId),
      exp: Math.floor(expiresAt.getTime() / 1000),
    });
  }

  signRestitutionLink(restitutionId: string, { userId, sessionId }: Actor, expiresAt: Date): string {
    const exp = Math.floor(expiresAt.getTime() / 1000);
    return this.signAs(RESTITUTION_LINK, { sub: userId, about: restitutionId, sid: sessionAlias(sessionId), exp });
  }

  /** @throws AppError UNAVAILABLE once its key was removed: clients would end a session whose new token is refused */
  private signAs({ algorithm, issuer, audience, type }: TokenKind, claims: object): string {
    if (!this.keys.find(this.kid)) throw new AppError('UNAVAILABLE');
    return jwt.sign(claims, this.key, {
      algorithm,
      issuer,
      audience,
      header: { alg: algorithm, typ: type, kid: this.kid },
    });
  }
}
