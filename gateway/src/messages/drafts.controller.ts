import { type DraftView, SaveDraftDto, getDraft, saveDraft } from '@duet/contracts';
import { type CallContext, RpcClient } from '@duet/service-kit';
import { Body, Controller, Get, Inject, Put } from '@nestjs/common';
import { type Answer, ok } from '../http/answers.js';
import { Context } from '../http/call-context.js';
import { RateLimit } from '../limits/rate-limit.guard.js';
import { SAVE_DRAFT } from './messages.limits.js';

/** The caller's draft, shared by their devices. */
@Controller('messages/draft')
export class DraftsController {
  constructor(@Inject(RpcClient) private readonly rpc: RpcClient) {}

  /** Return the caller's draft. */
  @Get()
  async get(@Context() context: CallContext): Promise<Answer<DraftView>> {
    return ok(await this.rpc.call(getDraft, context, {}));
  }

  /** Save the caller's draft. */
  @Put()
  @RateLimit(SAVE_DRAFT)
  async save(@Context() context: CallContext, @Body() dto: SaveDraftDto): Promise<Answer<DraftView>> {
    return ok(await this.rpc.call(saveDraft, context, dto));
  }
}
