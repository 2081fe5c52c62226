import type { Actor } from '@duet/contracts';
import { ACCESS_TOKEN, KeySet, Revocations, signingKey } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { ExtractJwt, Strategy } from 'passport-jwt';

interface Claims {
  sub: string;
  sid: string;
  /** Restricts what the token may be used for; absent in a session's access token. */
  use?: string;
}

/** Authenticates the bearer token: our key, algorithm and issuer, and a session that has not been revoked. */
@Injectable()
export class JwtStrategy extends PassportStrategy(Strategy, 'jwt') {
  constructor(
    @Inject(KeySet) keys: KeySet,
    @Inject(Revocations) private readonly revocations: Revocations,
  ) {
    super({
      jwtFromRequest: ExtractJwt.fromAuthHeaderAsBearerToken(),
      algorithms: [ACCESS_TOKEN.algorithm],
      issuer: ACCESS_TOKEN.issuer,
      audience: ACCESS_TOKEN.audience,
      secretOrKeyProvider: (_request, token: string, done) => {
        const key = signingKey(keys, token, ACCESS_TOKEN);
        if (!key) return done(new Error('unknown key'));
        done(null, key.export({ type: 'spki', format: 'pem' }));
      },
    });
  }

  validate(claims: Claims): Actor | false {
    return claims.use !== undefined || this.revocations.isRevoked(claims.sid)
      ? false
      : { userId: claims.sub, sessionId: claims.sid };
  }
}
