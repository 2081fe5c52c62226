import { IsISO8601, IsOptional, IsString, MaxLength } from 'class-validator';
import { type Done, defineRpc, returns } from '../core/rpc.js';
import type { RevokedSession, Tokens } from './views.js';

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

export class RevokedSinceDto {
  @IsISO8601()
  since!: string;
}

export const refreshSession = defineRpc({
  subject: 'auth.session.refresh',
  access: 'public',
  request: RefreshTokenDto,
  returns: returns<Tokens>(),
  errors: ['UNAUTHENTICATED'],
});

export const logout = defineRpc({
  subject: 'auth.session.logout',
  access: 'public',
  request: LogoutDto,
  returns: returns<Done>(),
  errors: [],
});

/** For the edges: sessions revoked since an instant, no further back than an access token lives. */
export const listRevokedSessions = defineRpc({
  subject: 'auth.session.list-revoked',
  access: 'public',
  request: RevokedSinceDto,
  returns: returns<RevokedSession[]>(),
  errors: [],
});
