import {
  ChangeWishDto,
  CreateWishDto,
  type Done,
  type WishList,
  WishListQueryDto,
  type WishView,
  changeWish,
  confirmWish,
  createWish,
  deleteWish,
  giveWishBack,
  listWishes,
  redeemWish,
} from '@duet/contracts';
import { type CallContext, RpcClient } from '@duet/service-kit';
import { Body, Controller, Delete, Get, HttpCode, Inject, Param, Patch, Post, Query } from '@nestjs/common';
import { READ_MEMORIES, WRITE_MEMORIES } from '../capsules/capsules.limits.js';
import { type Answer, ok } from '../http/answers.js';
import { Context } from '../http/call-context.js';
import { RateLimit } from '../limits/rate-limit.guard.js';

/** Things that each of the two would gladly do for the other. */
@Controller('wishes')
export class WishesController {
  constructor(@Inject(RpcClient) private readonly rpc: RpcClient) {}

  /** List wishes, the newest first, with the joint points that are free. */
  @Get()
  @RateLimit(READ_MEMORIES)
  async list(
    @Context() context: CallContext,
    @Query() query: WishListQueryDto,
  ): Promise<Answer<WishView[]> & Pick<WishList, 'nextCursor' | 'available'>> {
    const { wishes, nextCursor, available } = await this.rpc.call(listWishes, context, query);
    return { ...ok(wishes), nextCursor, available };
  }

  /** Add something that the caller would gladly do. A repeated `clientId` answers with the first wish. */
  @Post()
  @RateLimit(WRITE_MEMORIES)
  async create(@Context() context: CallContext, @Body() dto: CreateWishDto): Promise<Answer<WishView>> {
    return ok(await this.rpc.call(createWish, context, dto));
  }

  /** Change a wish of the caller’s that nobody has redeemed. */
  @Patch(':id')
  @RateLimit(WRITE_MEMORIES)
  async change(
    @Context() context: CallContext,
    @Param('id') id: string,
    @Body() dto: ChangeWishDto,
  ): Promise<Answer<WishView>> {
    return ok(await this.rpc.call(changeWish, context, { ...dto, id }));
  }

  /** Delete a wish of the caller’s. The points of a fulfilled one stay spent. */
  @Delete(':id')
  @RateLimit(WRITE_MEMORIES)
  async delete(@Context() context: CallContext, @Param('id') id: string): Promise<Answer<Done>> {
    return ok(await this.rpc.call(deleteWish, context, { id }));
  }

  /**
   * Redeem a wish of the partner’s: its points are reserved.
   *
   * They come back when either gives it back, or after 30 days without both confirmations.
   */
  @Post(':id/redeem')
  @HttpCode(200)
  @RateLimit(WRITE_MEMORIES)
  async redeem(@Context() context: CallContext, @Param('id') id: string): Promise<Answer<WishView>> {
    return ok(await this.rpc.call(redeemWish, context, { id }));
  }

  /** Give the reserved points back, by either of the two. */
  @Delete(':id/redeem')
  @RateLimit(WRITE_MEMORIES)
  async giveBack(@Context() context: CallContext, @Param('id') id: string): Promise<Answer<WishView>> {
    return ok(await this.rpc.call(giveWishBack, context, { id }));
  }

  /** Confirm that the wish came true. The second confirmation fulfils it and spends its points. */
  @Post(':id/confirm')
  @HttpCode(200)
  @RateLimit(WRITE_MEMORIES)
  async confirm(@Context() context: CallContext, @Param('id') id: string): Promise<Answer<WishView>> {
    return ok(await this.rpc.call(confirmWish, context, { id }));
  }
}
