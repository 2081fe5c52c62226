import type { Actor } from '@duet/contracts';
import { ACCESS_TOKEN, AppError, Clock, KeySet, Revocations, signingKey } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { ExtractJwt, Strategy } from 'passport-jwt';

interface Claims {
  sub: string;
  sid: string;
  /** In seconds since 1970. */
  exp?: number;
  /** Restricts what the token may be used for; absent in a session's access token. */
  use?: string;
}

/** Authenticates the bearer token: our key, algorithm and issuer, and a session that has not been revoked. */
@Injectable()
export class JwtStrategy extends PassportStrategy(Strategy, 'jwt') {
  constructor(
    @Inject(KeySet) keys: KeySet,
    @Inject(Revocations) private readonly revocations: Revocations,
    @Inject(Clock) private readonly clock: Clock,
  ) {
    super({
      jwtFromRequest: ExtractJwt.fromAuthHeaderAsBearerToken(),
      algorithms: [ACCESS_TOKEN.algorithm],
      issuer: ACCESS_TOKEN.issuer,
      audience: ACCESS_TOKEN.audience,
      // passport-jwt would go by the machine's clock; `validate` goes by the process's.
      ignoreExpiration: true,
      secretOrKeyProvider: (_request, token: string, done) => {
        const key = signingKey(keys, token, ACCESS_TOKEN);
        if (!key) return done(new Error('unknown key'));
        // jsonwebtoken takes the key itself, which saves parsing one for each request; the types of passport-jwt omit that.
        Reflect.apply(done, undefined, [null, key]);
      },
    });
  }

  /** @throws AppError TOKEN_EXPIRED, UNAVAILABLE */
  validate(claims: Claims): Actor | false {
    if (!claims.exp) return false;
    if (claims.exp * 1000 <= this.clock.untested().getTime()) throw new AppError('TOKEN_EXPIRED');
    return claims.use !== undefined || this.revocations.isRevoked(claims.sid)
      ? false
      : { userId: claims.sub, sessionId: claims.sid };
  }
}
