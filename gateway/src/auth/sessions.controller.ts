import {
  type Done,
  type SessionView,
  type SessionsEnded,
  listSessions,
  revokeOtherSessions,
  revokeSession,
} from '@duet/contracts';
import { type CallContext, RpcClient } from '@duet/service-kit';
import { Controller, Delete, Get, Inject, Param } from '@nestjs/common';
import { type Answer, ok } from '../http/answers.js';
import { Context } from '../http/call-context.js';

@Controller('auth/sessions')
export class SessionsController {
  constructor(@Inject(RpcClient) private readonly rpc: RpcClient) {}

  /** List the caller's sessions. */
  @Get()
  async list(@Context() context: CallContext): Promise<Answer<SessionView[]>> {
    return ok(await this.rpc.call(listSessions, context, {}));
  }

  /** End one of the caller's sessions. */
  @Delete(':id')
  async revoke(@Context() context: CallContext, @Param('id') id: string): Promise<Answer<Done>> {
    return ok(await this.rpc.call(revokeSession, context, { id }));
  }

  /** End all of the caller's other sessions. */
  @Delete()
  async revokeOthers(@Context() context: CallContext): Promise<Answer<SessionsEnded>> {
    return ok(await this.rpc.call(revokeOtherSessions, context, {}));
  }
}
