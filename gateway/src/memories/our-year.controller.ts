import {
  type CapsuleView,
  DismissYearDto,
  type Done,
  KeepYearDto,
  type OurYear,
  dismissYear,
  getOurYear,
  keepYear,
} from '@duet/contracts';
import { type CallContext, RpcClient } from '@duet/service-kit';
import { Body, Controller, Get, HttpCode, Inject, Post } from '@nestjs/common';
import { READ_MEMORIES, WRITE_MEMORIES } from '../capsules/capsules.limits.js';
import { type Answer, ok } from '../http/answers.js';
import { Context } from '../http/call-context.js';
import { Translated } from '../http/language.js';
import { RateLimit } from '../limits/rate-limit.guard.js';

/** The keepsake of the couple's year. */
@Translated()
@Controller('memories/our-year')
export class OurYearController {
  constructor(@Inject(RpcClient) private readonly rpc: RpcClient) {}

  /** Propose a keepsake of the year, on 31 December and on the couple's anniversary. */
  @Get()
  @RateLimit(READ_MEMORIES)
  async get(@Context() context: CallContext): Promise<Answer<OurYear>> {
    return ok(await this.rpc.call(getOurYear, context, {}));
  }

  /**
   * Put messages into the keepsake of this year or the last, of 31 December or of the anniversary.
   *
   * The first call creates the keepsake; later ones, also the partner's, add to it.
   */
  @Post()
  @HttpCode(200)
  @RateLimit(WRITE_MEMORIES)
  async keep(@Context() context: CallContext, @Body() dto: KeepYearDto): Promise<Answer<CapsuleView>> {
    return ok(await this.rpc.call(keepYear, context, dto));
  }

  /** Propose this year's occasion to the caller no more. */
  @Post('dismiss')
  @HttpCode(200)
  @RateLimit(WRITE_MEMORIES)
  async dismiss(@Context() context: CallContext, @Body() dto: DismissYearDto): Promise<Answer<Done>> {
    return ok(await this.rpc.call(dismissYear, context, dto));
  }
}
