import { LinkPartnerDto, type LinkOutcome, type Unlinked, linkPartner, unlinkPartner } from '@duet/contracts';
import { type CallContext, RpcClient } from '@duet/service-kit';
import { Body, Controller, Delete, HttpCode, Inject, Post } from '@nestjs/common';
import { type Answer, ok } from '../http/answers.js';
import { Context } from '../http/call-context.js';
import { RateLimit } from '../limits/rate-limit.guard.js';
import { CoupleBarrier } from './couple-barrier.js';
import { LINK } from './partners.limits.js';

/** The specification places these two routes under /auth, with `partner` at the top level. Pairing serves them too. */
@Controller('auth')
export class LinkController {
  constructor(
    @Inject(RpcClient) private readonly rpc: RpcClient,
    @Inject(CoupleBarrier) private readonly barrier: CoupleBarrier,
  ) {}

  /**
   * Link with a partner by invitation code, username or e-mail address.
   *
   * A username or an address sends a partner request that the other person answers.
   */
  @Post('link-partner')
  @HttpCode(200)
  @RateLimit(LINK)
  async link(@Context() context: CallContext, @Body() dto: LinkPartnerDto): Promise<{ success: true } & LinkOutcome> {
    const outcome = await this.rpc.call(linkPartner, context, dto);
    await this.barrier.awaitLink(context, outcome.couple);
    return { success: true, ...outcome };
  }

  /**
   * Unlink from the partner.
   *
   * `DELETE /api/partners/unlink` does the same.
   */
  @Delete('unlink-partner')
  async unlink(@Context() context: CallContext): Promise<Answer<Unlinked> & { partner: null }> {
    const unlinked = await this.rpc.call(unlinkPartner, context, {});
    await this.barrier.awaitUnlink(context, unlinked);
    return { ...ok(unlinked), partner: null };
  }
}
