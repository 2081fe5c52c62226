import { IsISO8601, IsOptional, IsString, MaxLength } from 'class-validator';
import { IdDto } from '../core/inputs.js';
import { type Done, NoInput, defineRpc, returns } from '../bus/rpc.js';
import type { RevokedSession, SessionView, SessionsEnded, Tokens } from './views.js';

export class RefreshTokenDto {
  @IsString()
  @MaxLength(200)
  refreshToken!: string;
}

/** Signing out never fails on a missing token: the client is signed out either way. */
export class LogoutDto {
  @IsOptional()
  @IsString()
  @MaxLength(200)
  refreshToken?: string;
}

export class SessionIdDto extends IdDto {}

export class RevokedSinceDto {
  @IsISO8601()
  since!: string;
}

export const refreshSession = defineRpc({
  subject: 'auth.session.refresh',
  access: 'process',
  request: RefreshTokenDto,
  returns: returns<Tokens>(),
  errors: ['UNAUTHENTICATED'],
});

export const logout = defineRpc({
  subject: 'auth.session.logout',
  access: 'process',
  request: LogoutDto,
  returns: returns<Done>(),
  errors: [],
});

/** Lists the sessions revoked since an instant, at most one lifetime of access tokens back. */
export const listRevokedSessions = defineRpc({
  subject: 'auth.session.list-revoked',
  access: 'process',
  request: RevokedSinceDto,
  returns: returns<RevokedSession[]>(),
  errors: [],
});

/** Lists the caller's sessions, most recently used first. */
export const listSessions = defineRpc({
  subject: 'auth.session.list',
  access: 'user',
  request: NoInput,
  returns: returns<SessionView[]>(),
  errors: [],
  tokens: ['session', 'export'],
});

export const revokeSession = defineRpc({
  subject: 'auth.session.revoke',
  access: 'user',
  request: SessionIdDto,
  returns: returns<Done>(),
  errors: ['SESSION_NOT_FOUND'],
});

/** Ends all trust except the caller's session. */
export const revokeOtherSessions = defineRpc({
  subject: 'auth.session.revoke-others',
  access: 'user',
  request: NoInput,
  returns: returns<SessionsEnded>(),
  errors: [],
});
