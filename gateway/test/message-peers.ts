import {
  type Call, type ConversationPage, ConversationQueryDto, EditMessageDto, MarkReadDto, MessageIdDto, type MessageView, NoInput, type ReadMarkerView,
  SendMessageDto, type SentMessage, type SyncPage, SyncQueryDto, ToggleReactionDto, countUnread, deleteMessage, editMessage, getConversation, markRead,
  sendMessage, syncConversation, toggleReaction,
} from '@duet/contracts';
import { BaseConfig, KitModule, Rpc, createService } from '@duet/service-kit';
import { Controller, Inject, type INestMicroservice, Module } from '@nestjs/common';
import { Asking } from './partner-peers.js';

const CHAT = '0197a000-0000-7000-8000-000000000001';

const MESSAGE: MessageView = {
  _id: '0197a000-0000-7000-8000-00000000000b', id: '0197a000-0000-7000-8000-00000000000b', chatId: CHAT, seq: 1, rev: 1,
  clientMessageId: '7b0d9f0e-5c0a-4c39-8d3a-0c9a3e1f2b4d', sender: { _id: 'a', firstName: 'Ada', username: 'ada' }, content: 'Hello', messageType: 'text',
  attachments: [], replyTo: null, reactions: [], isRead: false, status: 'sent', voiceStatus: null, createdAt: '2026-11-01T00:00:00.000Z', editedAt: null,
  deletedAt: null,
  pinnedAt: null,
  expiresAt: null,
  notice: null,
};

export const ANSWERS = {
  message: MESSAGE,
  page: { chatId: CHAT, messages: [MESSAGE], markers: [], settings: { disappearAfter: null, rev: 0 }, asOf: 1, hasMore: false, unread: 0 } satisfies ConversationPage,
  sync: { chatId: CHAT, after: 0, changes: [{ kind: 'message', rev: 1, message: MESSAGE }], upTo: 1, asOf: 1, hasMore: false } satisfies SyncPage,
  marker: { userId: 'a', upTo: 1, deliveredUpTo: 1, rev: 2, readAt: '2026-11-01T00:00:00.000Z' } satisfies ReadMarkerView,
};

/** A text that messaging says it has seen before. */
export const REPEATED = 'again';

@Controller()
class MessagingPeer {
  constructor(@Inject(Asking) private readonly asking: Asking) {}

  @Rpc(sendMessage) async send(call: Call<'user'>, dto: SendMessageDto): Promise<SentMessage> {
    return this.asking.note(sendMessage, call, dto, { message: MESSAGE, repeated: dto.content === REPEATED });
  }
  @Rpc(getConversation) async page(call: Call<'user'>, dto: ConversationQueryDto): Promise<ConversationPage> {
    return this.asking.note(getConversation, call, dto, ANSWERS.page);
  }
  @Rpc(syncConversation) async sync(call: Call<'user'>, dto: SyncQueryDto): Promise<SyncPage> {
    return this.asking.note(syncConversation, call, dto, ANSWERS.sync);
  }
  @Rpc(countUnread) async unread(call: Call<'user'>, dto: NoInput): Promise<{ count: number }> {
    return this.asking.note(countUnread, call, dto, { count: 3 });
  }
  @Rpc(markRead) async read(call: Call<'user'>, dto: MarkReadDto): Promise<ReadMarkerView> {
    return this.asking.note(markRead, call, dto, ANSWERS.marker);
  }
  @Rpc(toggleReaction) async react(call: Call<'user'>, dto: ToggleReactionDto): Promise<MessageView> {
    return this.asking.note(toggleReaction, call, dto, MESSAGE);
  }
  @Rpc(editMessage) async edit(call: Call<'user'>, dto: EditMessageDto): Promise<MessageView> {
    return this.asking.note(editMessage, call, dto, MESSAGE);
  }
  @Rpc(deleteMessage) async delete(call: Call<'user'>, dto: MessageIdDto): Promise<MessageView> {
    return this.asking.note(deleteMessage, call, dto, MESSAGE);
  }
}

/** Stands where messaging stands. */
export async function startMessagePeers(nats: string, publicKeys: string): Promise<{ asking: Asking; app: INestMicroservice }> {
  const asking = new Asking();
  const config = Object.assign(new BaseConfig(), { NODE_ENV: 'test', LOG_LEVEL: 'silent', NATS_URL: nats, OPS_PORT: 0, JWT_PUBLIC_KEYS: publicKeys });
  @Module({ imports: [KitModule.forRoot('message-peers', config)], controllers: [MessagingPeer], providers: [{ provide: Asking, useValue: asking }] })
  class Peers {}
  const app = await createService(Peers, 'message-peers', config);
  await app.listen();
  return { asking, app };
}
