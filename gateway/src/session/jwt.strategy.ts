import type { Actor } from '@duet/contracts';
import { ACCESS_TOKEN, KeySet, Revocations } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { ExtractJwt, Strategy } from 'passport-jwt';

interface Claims {
  sub: string;
  sid: string;
  /** Narrows what the token is good for; a session's has none. */
  use?: string;
}

interface Header {
  typ?: string;
  kid?: string;
}

function headerOf(token: string): Header {
  try {
    return JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()) as Header;
  } catch {
    return {};
  }
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
        const { typ, kid } = headerOf(token);
        const key = typ === ACCESS_TOKEN.type && kid ? keys.find(kid) : undefined;
        if (!key) return done(new Error('unknown key'));
        done(null, key.export({ type: 'spki', format: 'pem' }));
      },
    });
  }

  validate(claims: Claims): Actor | false {
    return claims.use !== undefined || this.revocations.isRevoked(claims.sid) ? false : { userId: claims.sub, sessionId: claims.sid };
  }
}
