import {
  type Done,
  type HiddenMemories,
  type HiddenMemory,
  HideMemoryDto,
  type OnThisDayChoice,
  type OnThisDayView,
  SwitchOnThisDayDto,
  getOnThisDay,
  getOnThisDayMemories,
  getPartnerStatus,
  hideCapsuleOnThisDay,
  hideOnThisDay,
  listHiddenCapsules,
  listOnThisDayExclusions,
  removeOnThisDayExclusion,
  showCapsuleOnThisDay,
  switchOnThisDay,
} from '@duet/contracts';
import { AppError, type CallContext, RpcClient } from '@duet/service-kit';
import { Body, Controller, Delete, Get, HttpCode, Inject, Param, Post, Put } from '@nestjs/common';
import { CapsuleFilesClient } from '../capsules/capsule-files.js';
import { type Answer, ok } from '../http/answers.js';
import { Context } from '../http/call-context.js';
import { type Exchange, HttpExchange } from '../http/exchange.js';
import { RateLimit } from '../limits/rate-limit.guard.js';
import { HIDE } from './memories.limits.js';

/** This day in earlier years. Pairing knows the time zone, messaging the messages and what is hidden, memories the capsules. */
@Controller('memories/on-this-day')
export class OnThisDayController {
  constructor(
    @Inject(RpcClient) private readonly rpc: RpcClient,
    @Inject(CapsuleFilesClient) private readonly files: CapsuleFilesClient,
  ) {}

  /** Return the couple's messages and memories of this day in earlier years. */
  @Get()
  async get(@Context() context: CallContext, @HttpExchange() exchange: Exchange): Promise<Answer<OnThisDayView>> {
    const { couple } = await this.rpc.call(getPartnerStatus, context, {});
    if (!couple) throw new AppError('NO_PARTNER');
    const { timezone } = couple;
    const { hiddenPeriods, ...messages } = await this.rpc.call(getOnThisDay, context, { timezone });
    if (!messages.enabled) return ok({ ...messages, memories: [] });
    const { memories } = await this.rpc.call(getOnThisDayMemories, context, { timezone, hiddenPeriods });
    return ok({ ...messages, memories: await this.files.fillMemories(exchange, memories) });
  }

  /** Turn "On this day" on or off for the caller. */
  @Put()
  @RateLimit(HIDE)
  async switch(@Context() context: CallContext, @Body() dto: SwitchOnThisDayDto): Promise<Answer<OnThisDayChoice>> {
    return ok(await this.rpc.call(switchOnThisDay, context, dto));
  }

  /** Hide a message, a capsule or a range of days from the caller's "On this day". */
  @Post('hide')
  @HttpCode(200)
  @RateLimit(HIDE)
  async hide(
    @Context() context: CallContext,
    @Body() { capsuleId, ...messageOrPeriod }: HideMemoryDto,
  ): Promise<Answer<HiddenMemory>> {
    if (capsuleId !== undefined) return ok(await this.rpc.call(hideCapsuleOnThisDay, context, { id: capsuleId }));
    return ok(await this.rpc.call(hideOnThisDay, context, messageOrPeriod));
  }

  /** List what the caller has hidden from "On this day". */
  @Get('exclusions')
  async exclusions(@Context() context: CallContext): Promise<Answer<HiddenMemories>> {
    const { enabled, exclusions } = await this.rpc.call(listOnThisDayExclusions, context, {});
    return ok({ enabled, exclusions: [...exclusions, ...(await this.rpc.call(listHiddenCapsules, context, {}))] });
  }

  /** Show a hidden message, capsule or range of days again. */
  @Delete('exclusions/:id')
  @RateLimit(HIDE)
  async remove(@Context() context: CallContext, @Param('id') exclusionId: string): Promise<Answer<Done>> {
    try {
      return ok(await this.rpc.call(removeOnThisDayExclusion, context, { exclusionId }));
    } catch (cause) {
      // A hidden capsule has its own id.
      if (!(cause instanceof AppError) || cause.code !== 'EXCLUSION_NOT_FOUND') throw cause;
      return ok(await this.rpc.call(showCapsuleOnThisDay, context, { id: exclusionId }));
    }
  }
}
