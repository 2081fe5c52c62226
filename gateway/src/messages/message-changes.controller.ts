import {
  DeleteQueryDto,
  EditDto,
  type MarkedMessage,
  type MessageView,
  ReactionDto,
  deleteMessage,
  editMessage,
  hideMessage,
  markPlayed,
  pinMessage,
  removePreview,
  starMessage,
  toggleReaction,
  unpinMessage,
  unstarMessage,
} from '@duet/contracts';
import { type CallContext, RpcClient } from '@duet/service-kit';
import { Body, Controller, Delete, HttpCode, Inject, Param, Patch, Post, Put, Query } from '@nestjs/common';
import { type Answer, ok } from '../http/answers.js';
import { Context } from '../http/call-context.js';
import { RateLimit } from '../limits/rate-limit.guard.js';
import { WRITE } from './messages.limits.js';

/** Changes to a message after it was sent. The answer of a change for both is the whole new message. */
@Controller('messages/:id')
export class MessageChangesController {
  constructor(@Inject(RpcClient) private readonly rpc: RpcClient) {}

  /** Add or remove a reaction to a message. */
  @Post('reaction')
  @HttpCode(200)
  @RateLimit(WRITE)
  async react(
    @Context() context: CallContext,
    @Param('id') messageId: string,
    @Body() dto: ReactionDto,
  ): Promise<Answer<MessageView>> {
    return ok(await this.rpc.call(toggleReaction, context, { ...dto, messageId }));
  }

  /** Pin a message. */
  @Put('pin')
  @RateLimit(WRITE)
  async pin(@Context() context: CallContext, @Param('id') messageId: string): Promise<Answer<MessageView>> {
    return ok(await this.rpc.call(pinMessage, context, { messageId }));
  }

  /** Unpin a message. */
  @Delete('pin')
  @RateLimit(WRITE)
  async unpin(@Context() context: CallContext, @Param('id') messageId: string): Promise<Answer<MessageView>> {
    return ok(await this.rpc.call(unpinMessage, context, { messageId }));
  }

  /** Remove the link preview of a message. */
  @Delete('preview')
  @RateLimit(WRITE)
  async removePreview(@Context() context: CallContext, @Param('id') messageId: string): Promise<Answer<MessageView>> {
    return ok(await this.rpc.call(removePreview, context, { messageId }));
  }

  /** Mark a voice note as played. */
  @Post('played')
  @HttpCode(200)
  @RateLimit(WRITE)
  async played(@Context() context: CallContext, @Param('id') messageId: string): Promise<Answer<MessageView>> {
    return ok(await this.rpc.call(markPlayed, context, { messageId }));
  }

  /** Edit one of the caller's text messages. */
  @Patch()
  @RateLimit(WRITE)
  async edit(
    @Context() context: CallContext,
    @Param('id') messageId: string,
    @Body() dto: EditDto,
  ): Promise<Answer<MessageView>> {
    return ok(await this.rpc.call(editMessage, context, { ...dto, messageId }));
  }

  /** Star a message for the caller alone. */
  @Put('star')
  @RateLimit(WRITE)
  async star(@Context() context: CallContext, @Param('id') messageId: string): Promise<Answer<MarkedMessage>> {
    return ok(await this.rpc.call(starMessage, context, { messageId }));
  }

  /** Remove the caller's star from a message. */
  @Delete('star')
  @RateLimit(WRITE)
  async unstar(@Context() context: CallContext, @Param('id') messageId: string): Promise<Answer<MarkedMessage>> {
    return ok(await this.rpc.call(unstarMessage, context, { messageId }));
  }

  /**
   * Delete one of the caller's messages for both partners; with `for=me`, delete a message of either for the caller alone.
   *
   * The partner never learns of the second.
   */
  @Delete()
  @RateLimit(WRITE)
  async delete(
    @Context() context: CallContext,
    @Param('id') messageId: string,
    @Query() { for: whom }: DeleteQueryDto,
  ): Promise<Answer<MessageView>> {
    if (whom === 'me') return ok(await this.rpc.call(hideMessage, context, { messageId }));
    return ok(await this.rpc.call(deleteMessage, context, { messageId }));
  }
}
