import { type InviteOffer, type InviteView, createInvite, lookUpInvite } from '@duet/contracts';
import { type CallContext, RpcClient } from '@duet/service-kit';
import { Controller, Get, Inject, Param, Post } from '@nestjs/common';
import { type Answer, ok } from '../http/answers.js';
import { Context } from '../http/call-context.js';
import { RateLimit } from '../limits/rate-limit.guard.js';
import { INVITE, LINK } from './partners.limits.js';

@Controller('partners/invite')
export class InvitesController {
  constructor(@Inject(RpcClient) private readonly rpc: RpcClient) {}

  /** Create an invitation code. */
  @Post()
  @RateLimit(INVITE)
  async create(@Context() context: CallContext): Promise<Answer<InviteView>> {
    return ok(await this.rpc.call(createInvite, context, {}));
  }

  /** Return who issued an invitation code. */
  @Get(':code')
  @RateLimit(LINK)
  async lookUp(@Context() context: CallContext, @Param('code') code: string): Promise<Answer<InviteOffer>> {
    return ok(await this.rpc.call(lookUpInvite, context, { code }));
  }
}
