import type { Actor } from '@duet/contracts';
import { ACCESS_TOKEN, KeySet, Revocations, signingKey } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { ExtractJwt, Strategy } from 'passport-jwt';

interface Claims {
  sub: string;
  sid: string;
  /** Narrows what the token is good for; a session's has none. */
  use?: string;
}

/** Who is calling, by the bearer token: our own key, our algorithm, our issuer, and a session that still lives. */
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
    return claims.use !== undefined || this.revocations.isRevoked(claims.sid) ? false : { userId: claims.sub, sessionId: claims.sid };
  }
}
