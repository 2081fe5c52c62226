import {
  type BatchedResult,
  type BatchedSend,
  type Call,
  type ConversationPage,
  ConversationQueryDto,
  type DayFound,
  FindDayDto,
  type MessageHits,
  NoInput,
  SearchMessagesDto,
  SendBatchDto,
  SendMediaDto,
  SendMessageDto,
  type SentMessage,
  type SyncPage,
  SyncQueryDto,
  countUnread,
  findDay,
  getConversation,
  searchMessages,
  sendBatch,
  sendMedia,
  sendMessage,
  syncConversation,
} from '@duet/contracts';
import { AccessTokens, AppError, LOGGER, type Log, Rpc, toAppError, validateInput } from '@duet/service-kit';
import { Controller, Inject } from '@nestjs/common';
import { HistoryService } from './history.service.js';
import { MessagesService } from './messages.service.js';
import { SearchService } from './search.service.js';

@Controller()
export class MessagesController {
  constructor(
    @Inject(MessagesService) private readonly messages: MessagesService,
    @Inject(HistoryService) private readonly history: HistoryService,
    @Inject(SearchService) private readonly searches: SearchService,
    @Inject(AccessTokens) private readonly tokens: AccessTokens,
    @Inject(LOGGER) private readonly log: Log,
  ) {}

  @Rpc(sendMessage)
  send({ actor }: Call<'user'>, dto: SendMessageDto): Promise<SentMessage> {
    return this.messages.send(actor, dto);
  }

  @Rpc(sendMedia)
  sendMedia({ actor }: Call<'user'>, dto: SendMediaDto): Promise<SentMessage> {
    return this.messages.sendMedia(actor, dto);
  }

  @Rpc(sendBatch)
  sendBatch(_call: Call<'process'>, { sends }: SendBatchDto): Promise<BatchedResult[]> {
    return Promise.all(sends.map((entry) => this.sendOne(entry)));
  }

  @Rpc(getConversation)
  page({ actor }: Call<'user'>, query: ConversationQueryDto): Promise<ConversationPage> {
    return this.history.page(actor, query);
  }

  @Rpc(syncConversation)
  sync({ actor }: Call<'user'>, query: SyncQueryDto): Promise<SyncPage> {
    return this.history.sync(actor, query);
  }

  @Rpc(searchMessages)
  search({ actor }: Call<'user'>, query: SearchMessagesDto): Promise<MessageHits> {
    return this.searches.search(actor, query);
  }

  @Rpc(findDay)
  findDay({ actor }: Call<'user'>, query: FindDayDto): Promise<DayFound> {
    return this.searches.findDay(actor, query);
  }

  @Rpc(countUnread)
  unread({ actor }: Call<'user'>, _input: NoInput): Promise<{ count: number }> {
    return this.history.unread(actor);
  }

  /** Treats each entry of a batch as a call with its own caller, input and outcome. */
  private async sendOne(entry: BatchedSend | null): Promise<BatchedResult> {
    try {
      if (typeof entry?.token !== 'string') throw new AppError('UNAUTHENTICATED');
      const actor = this.tokens.verify(entry.token);
      const { message } = await this.messages.send(actor, validateInput(SendMessageDto, entry.send));
      return { ok: true, message };
    } catch (cause) {
      const failure = toAppError(cause);
      if (failure.status >= 500) this.log.error({ err: cause, subject: sendBatch.subject }, 'batched send failed');
      return { ok: false, failure: failure.toFailure() };
    }
  }
}
