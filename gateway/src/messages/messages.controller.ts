import {
  type ConversationPage,
  ConversationQueryDto,
  type DayFound,
  DayQueryDto,
  MarkDeliveredDto,
  MarkReadDto,
  type MessageHits,
  type MessageView,
  type ReadMarkerView,
  ReplyDto,
  SearchConversationDto,
  SendMessageDto,
  type SentMessage,
  type SyncPage,
  SyncQueryDto,
  countUnread,
  findDay,
  getConversation,
  getPartnerStatus,
  markDelivered,
  markRead,
  searchMessages,
  sendMessage,
  syncConversation,
} from '@duet/contracts';
import { AppError, type CallContext, RpcClient } from '@duet/service-kit';
import { Body, Controller, Get, Inject, Param, Patch, Post, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { type Answer, ok } from '../http/answers.js';
import { Context } from '../http/call-context.js';
import { RateLimit } from '../limits/rate-limit.guard.js';
import { SEARCH_MESSAGES, WRITE } from './messages.limits.js';

/** Answers 201 for a new message and 200 for a repeated one. */
function answerSent({ message, repeated }: SentMessage, reply: FastifyReply): Answer<MessageView> {
  void reply.status(repeated ? 200 : 201);
  return ok(message);
}

@Controller('messages')
export class MessagesController {
  constructor(@Inject(RpcClient) private readonly rpc: RpcClient) {}

  /** Return a page of the conversation. */
  @Get('conversation')
  async conversation(
    @Context() context: CallContext,
    @Query() query: ConversationQueryDto,
  ): Promise<Answer<ConversationPage>> {
    return ok(await this.rpc.call(getConversation, context, query));
  }

  /** Return the changes to the conversation after a revision. */
  @Get('sync')
  async sync(@Context() context: CallContext, @Query() query: SyncQueryDto): Promise<Answer<SyncPage>> {
    return ok(await this.rpc.call(syncConversation, context, query));
  }

  /**
   * Search the conversation by words and filters.
   *
   * `q` may be left out beside a filter. `since` and `until` are days of the couple's time zone.
   */
  @Get('search')
  @RateLimit(SEARCH_MESSAGES)
  async search(@Context() context: CallContext, @Query() query: SearchConversationDto): Promise<Answer<MessageHits>> {
    const days = query.since === undefined && query.until === undefined ? {} : { timezone: await this.zoneOf(context) };
    return ok(await this.rpc.call(searchMessages, context, { ...query, ...days }));
  }

  /**
   * Find the first message of a day or, where that has none, of the next day with messages.
   *
   * The day is one of the couple's time zone.
   */
  @Get('day')
  @RateLimit(SEARCH_MESSAGES)
  async day(@Context() context: CallContext, @Query() { day }: DayQueryDto): Promise<Answer<DayFound>> {
    return ok(await this.rpc.call(findDay, context, { day, timezone: await this.zoneOf(context) }));
  }

  /** Count the caller's unread messages. */
  @Get('unread-count')
  async unreadCount(@Context() context: CallContext): Promise<Answer<{ count: number }>> {
    return ok(await this.rpc.call(countUnread, context, {}));
  }

  /**
   * Send a text message.
   *
   * Repeating a `clientMessageId` does not send again.
   *
   * @answers 200 Already sent
   */
  @Post()
  @RateLimit(WRITE)
  async send(
    @Context() context: CallContext,
    @Body() dto: SendMessageDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Answer<MessageView>> {
    return answerSent(await this.rpc.call(sendMessage, context, dto), reply);
  }

  /**
   * Reply to a message with a text message.
   *
   * @answers 200 Already sent
   */
  @Post(':id/reply')
  @RateLimit(WRITE)
  async reply(
    @Context() context: CallContext,
    @Param('id') id: string,
    @Body() dto: ReplyDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Answer<MessageView>> {
    return answerSent(await this.rpc.call(sendMessage, context, { ...dto, replyTo: id }), reply);
  }

  /** Move the caller's read marker forward. */
  @Patch('read')
  async markRead(@Context() context: CallContext, @Body() dto: MarkReadDto): Promise<Answer<ReadMarkerView>> {
    return ok(await this.rpc.call(markRead, context, dto));
  }

  /** Move the caller's delivery marker forward. */
  @Patch('delivered')
  async markDelivered(@Context() context: CallContext, @Body() dto: MarkDeliveredDto): Promise<Answer<ReadMarkerView>> {
    return ok(await this.rpc.call(markDelivered, context, dto));
  }

  /** Pairing knows the couple's time zone. */
  private async zoneOf(context: CallContext): Promise<string> {
    const { couple } = await this.rpc.call(getPartnerStatus, context, {});
    if (!couple) throw new AppError('NO_PARTNER');
    return couple.timezone;
  }
}
