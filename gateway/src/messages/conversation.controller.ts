import {
  type ConversationSettingsView,
  DisappearingDto,
  type GalleryPage,
  GalleryQueryDto,
  MarkUnreadDto,
  type MessageView,
  type StarredPage,
  StarredQueryDto,
  type UnreadMarked,
  gallery,
  listPinned,
  listStarred,
  markUnread,
  setDisappearing,
} from '@duet/contracts';
import { type CallContext, RpcClient } from '@duet/service-kit';
import { Body, Controller, Get, Inject, Put, Query } from '@nestjs/common';
import { type Answer, ok } from '../http/answers.js';
import { Context } from '../http/call-context.js';
import { RateLimit } from '../limits/rate-limit.guard.js';
import { WRITE } from './messages.limits.js';

/** Pinned and starred messages, gallery, settings and the unread mark of the conversation. */
@Controller('messages')
export class ConversationController {
  constructor(@Inject(RpcClient) private readonly rpc: RpcClient) {}

  /** List the pinned messages. */
  @Get('pinned')
  async pinned(@Context() context: CallContext): Promise<Answer<MessageView[]>> {
    return ok(await this.rpc.call(listPinned, context, {}));
  }

  /** List the messages that the caller starred, the last star first. */
  @Get('starred')
  async starred(@Context() context: CallContext, @Query() query: StarredQueryDto): Promise<Answer<StarredPage>> {
    return ok(await this.rpc.call(listStarred, context, query));
  }

  /**
   * Mark the conversation as unread from a message on, for the caller alone.
   *
   * `from` is the seq of the message; null takes the mark back. The partner's receipts do not change.
   */
  @Put('unread')
  @RateLimit(WRITE)
  async unread(@Context() context: CallContext, @Body() dto: MarkUnreadDto): Promise<Answer<UnreadMarked>> {
    return ok(await this.rpc.call(markUnread, context, dto));
  }

  /** List the media, files, voice notes or links of the conversation. */
  @Get('gallery')
  async gallery(@Context() context: CallContext, @Query() query: GalleryQueryDto): Promise<Answer<GalleryPage>> {
    return ok(await this.rpc.call(gallery, context, query));
  }

  /** Set the time after which messages disappear for both partners. */
  @Put('disappearing')
  @RateLimit(WRITE)
  async disappearing(
    @Context() context: CallContext,
    @Body() dto: DisappearingDto,
  ): Promise<Answer<ConversationSettingsView>> {
    return ok(await this.rpc.call(setDisappearing, context, dto));
  }
}
