import { BlockPersonDto, type Done, type PersonView, blockPerson, listBlocked, unblockPerson } from '@duet/contracts';
import { type CallContext, RpcClient } from '@duet/service-kit';
import { Body, Controller, Delete, Get, HttpCode, Inject, Param, Post } from '@nestjs/common';
import { type Answer, ok } from '../http/answers.js';
import { Context } from '../http/call-context.js';
import { RateLimit } from '../limits/rate-limit.guard.js';
import { CoupleBarrier } from './couple-barrier.js';
import { BLOCK } from './partners.limits.js';

@Controller('partners')
export class BlocksController {
  constructor(
    @Inject(RpcClient) private readonly rpc: RpcClient,
    @Inject(CoupleBarrier) private readonly barrier: CoupleBarrier,
  ) {}

  /**
   * Block a person.
   *
   * Blocking the partner ends the couple.
   */
  @Post('block')
  @HttpCode(200)
  @RateLimit(BLOCK)
  async block(@Context() context: CallContext, @Body() dto: BlockPersonDto): Promise<Answer<PersonView>> {
    const { person, unlinked } = await this.rpc.call(blockPerson, context, dto);
    await this.barrier.awaitUnlink(context, unlinked);
    return ok(person);
  }

  /** Unblock a person. */
  @Delete('block/:userId')
  async unblock(@Context() context: CallContext, @Param('userId') userId: string): Promise<Answer<Done>> {
    return ok(await this.rpc.call(unblockPerson, context, { userId }));
  }

  /** List the people whom the caller has blocked. */
  @Get('blocked')
  async list(@Context() context: CallContext): Promise<Answer<PersonView[]>> {
    return ok(await this.rpc.call(listBlocked, context, {}));
  }
}
