import {
  type BioView,
  type CoupleView,
  type LinkOutcome,
  type NicknameView,
  type PartnerStatus,
  type PersonView,
  SearchPeopleDto,
  SendRequestDto,
  SetNicknameDto,
  SetTimezoneDto,
  SetTogetherSinceDto,
  type Unlinked,
  findBio,
  getPartnerStatus,
  searchPeople,
  sendPartnerRequest,
  setNickname,
  setTimezone,
  setTogetherSince,
  unlinkPartner,
} from '@duet/contracts';
import { AppError, type CallContext, RpcClient } from '@duet/service-kit';
import { Body, Controller, Delete, Get, Inject, Patch, Post, Put, Query } from '@nestjs/common';
import { type Answer, ok } from '../http/answers.js';
import { Context } from '../http/call-context.js';
import { RateLimit } from '../limits/rate-limit.guard.js';
import { CoupleBarrier } from './couple-barrier.js';
import { RELATIONSHIP, REQUEST, SEARCH, TIMEZONE } from './partners.limits.js';

@Controller('partners')
export class PartnersController {
  constructor(
    @Inject(RpcClient) private readonly rpc: RpcClient,
    @Inject(CoupleBarrier) private readonly barrier: CoupleBarrier,
  ) {}

  /** Return the partner, the couple and the number of pending partner requests. */
  @Get('status')
  async status(@Context() context: CallContext): Promise<Answer<PartnerStatus>> {
    return ok(await this.rpc.call(getPartnerStatus, context, {}));
  }

  /** Return what the partner has written about themselves. */
  @Get('bio')
  async bio(@Context() context: CallContext): Promise<Answer<BioView>> {
    const { partner } = await this.rpc.call(getPartnerStatus, context, {});
    if (!partner) throw new AppError('NO_PARTNER');
    return ok(await this.rpc.call(findBio, context, { userId: partner._id }));
  }

  /** Search for people by name, username or e-mail address. */
  @Get('search')
  @RateLimit(SEARCH)
  async search(@Context() context: CallContext, @Query() query: SearchPeopleDto): Promise<Answer<PersonView[]>> {
    return ok(await this.rpc.call(searchPeople, context, query));
  }

  /**
   * Send a partner request.
   *
   * If the other person has already sent one, both are linked at once.
   */
  @Post('request')
  @RateLimit(REQUEST)
  async request(@Context() context: CallContext, @Body() dto: SendRequestDto): Promise<Answer<LinkOutcome>> {
    const outcome = await this.rpc.call(sendPartnerRequest, context, dto);
    await this.barrier.awaitLink(context, outcome.couple);
    return ok(outcome);
  }

  /** Set the couple's time zone. */
  @Patch('timezone')
  @RateLimit(TIMEZONE)
  async timezone(@Context() context: CallContext, @Body() dto: SetTimezoneDto): Promise<Answer<CoupleView>> {
    return ok(await this.rpc.call(setTimezone, context, dto));
  }

  /** Set the day from which the couple counts its time together. */
  @Patch('together-since')
  @RateLimit(RELATIONSHIP)
  async togetherSince(@Context() context: CallContext, @Body() dto: SetTogetherSinceDto): Promise<Answer<CoupleView>> {
    return ok(await this.rpc.call(setTogetherSince, context, dto));
  }

  /** Set the caller's nickname for the partner. */
  @Put('nickname')
  @RateLimit(RELATIONSHIP)
  async nickname(@Context() context: CallContext, @Body() dto: SetNicknameDto): Promise<Answer<NicknameView>> {
    return ok(await this.rpc.call(setNickname, context, dto));
  }

  /** Unlink from the partner. */
  @Delete('unlink')
  async unlink(@Context() context: CallContext): Promise<Answer<Unlinked>> {
    const unlinked = await this.rpc.call(unlinkPartner, context, {});
    await this.barrier.awaitUnlink(context, unlinked);
    return ok(unlinked);
  }
}
