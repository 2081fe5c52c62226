import {
  type Done, HideOnThisDayDto, type OnThisDayChoice, type OnThisDayExclusion, type OnThisDayExclusions, type OnThisDayView, SwitchOnThisDayDto, getOnThisDay, getPartnerStatus,
  hideOnThisDay, listOnThisDayExclusions, removeOnThisDayExclusion, switchOnThisDay,
} from '@duet/contracts';
import { AppError, type CallContext, RpcClient } from '@duet/service-kit';
import { Body, Controller, Delete, Get, HttpCode, Inject, Param, Post, Put } from '@nestjs/common';
import { type Answer, ok } from '../http/answers.js';
import { Context } from '../http/call-context.js';
import { RateLimit } from '../limits/rate-limit.guard.js';
import { HIDE } from './memories.limits.js';

/** What the two said on this day in earlier years: pairing knows their clock, messaging what they said. */
@Controller('memories/on-this-day')
export class OnThisDayController {
  constructor(@Inject(RpcClient) private readonly rpc: RpcClient) {}

  @Get()
  async get(@Context() context: CallContext): Promise<Answer<OnThisDayView>> {
    const { couple } = await this.rpc.call(getPartnerStatus, context, {});
    if (!couple) throw new AppError('NO_PARTNER');
    return ok(await this.rpc.call(getOnThisDay, context, { timezone: couple.timezone }));
  }

  @Put()
  @RateLimit(HIDE)
  async switch(@Context() context: CallContext, @Body() dto: SwitchOnThisDayDto): Promise<Answer<OnThisDayChoice>> {
    return ok(await this.rpc.call(switchOnThisDay, context, dto));
  }

  @Post('hide')
  @HttpCode(200)
  @RateLimit(HIDE)
  async hide(@Context() context: CallContext, @Body() dto: HideOnThisDayDto): Promise<Answer<OnThisDayExclusion>> {
    return ok(await this.rpc.call(hideOnThisDay, context, dto));
  }

  @Get('exclusions')
  async exclusions(@Context() context: CallContext): Promise<Answer<OnThisDayExclusions>> {
    return ok(await this.rpc.call(listOnThisDayExclusions, context, {}));
  }

  @Delete('exclusions/:id')
  @RateLimit(HIDE)
  async remove(@Context() context: CallContext, @Param('id') exclusionId: string): Promise<Answer<Done>> {
    return ok(await this.rpc.call(removeOnThisDayExclusion, context, { exclusionId }));
  }
}
