import {
  type Call,
  DONE,
  type Done,
  LogoutDto,
  NoInput,
  RefreshTokenDto,
  type RevokedSession,
  RevokedSinceDto,
  SessionIdDto,
  type SessionView,
  type SessionsEnded,
  type Tokens,
  listRevokedSessions,
  listSessions,
  logout,
  refreshSession,
  revokeOtherSessions,
  revokeSession,
} from '@duet/contracts';
import { Rpc } from '@duet/service-kit';
import { Controller, Inject } from '@nestjs/common';
import { SessionsService } from './sessions.service.js';

@Controller()
export class SessionsController {
  constructor(@Inject(SessionsService) private readonly sessions: SessionsService) {}

  @Rpc(refreshSession)
  refresh(call: Call<'process'>, dto: RefreshTokenDto): Promise<Tokens> {
    return this.sessions.refreshSession(dto.refreshToken, call.client);
  }

  @Rpc(logout)
  async logout(call: Call<'process'>, dto: LogoutDto): Promise<Done> {
    await this.sessions.logout(call.actor, dto.refreshToken);
    return DONE;
  }

  @Rpc(listSessions)
  list(call: Call<'user'>, _dto: NoInput): Promise<SessionView[]> {
    return this.sessions.listSessions(call.actor);
  }

  @Rpc(revokeSession)
  async revoke(call: Call<'user'>, dto: SessionIdDto): Promise<Done> {
    await this.sessions.revokeSession(call.actor, dto.id);
    return DONE;
  }

  @Rpc(revokeOtherSessions)
  async revokeOthers(call: Call<'user'>, _dto: NoInput): Promise<SessionsEnded> {
    return { ended: await this.sessions.revokeOtherSessions(call.actor) };
  }

  @Rpc(listRevokedSessions)
  listRevoked(_call: Call<'process'>, dto: RevokedSinceDto): Promise<RevokedSession[]> {
    return this.sessions.listRevoked(new Date(dto.since));
  }
}
