import {
  type Call,
  type ConversationPage,
  ConversationQueryDto,
  type ConversationSettingsView,
  DONE,
  DisappearingDto,
  type Done,
  type DraftView,
  EditMessageDto,
  type GalleryPage,
  GalleryQueryDto,
  MarkDeliveredDto,
  MarkReadDto,
  MessageIdDto,
  type MessageView,
  NoInput,
  type ReadMarkerView,
  RescheduleMessageDto,
  SaveDraftDto,
  ScheduleMessageDto,
  ScheduledIdDto,
  type ScheduledMessageView,
  SendMessageDto,
  type SentMessage,
  type SyncPage,
  SyncQueryDto,
  ToggleReactionDto,
  cancelScheduled,
  countUnread,
  deleteMessage,
  editMessage,
  gallery,
  getConversation,
  getDraft,
  listPinned,
  listScheduled,
  markDelivered,
  markPlayed,
  markRead,
  pinMessage,
  rescheduleMessage,
  saveDraft,
  scheduleMessage,
  sendMessage,
  setDisappearing,
  syncConversation,
  toggleReaction,
  unpinMessage,
} from '@duet/contracts';
import { Rpc } from '@duet/service-kit';
import { Controller, Inject } from '@nestjs/common';
import { CallLog, fakePeers } from './call-log.js';

const CHAT = '0197a000-0000-7000-8000-000000000001';

const MESSAGE: MessageView = {
  _id: '0197a000-0000-7000-8000-00000000000b',
  id: '0197a000-0000-7000-8000-00000000000b',
  chatId: CHAT,
  seq: 1,
  rev: 1,
  clientMessageId: '7b0d9f0e-5c0a-4c39-8d3a-0c9a3e1f2b4d',
  sender: { _id: 'a', firstName: 'Ada', username: 'ada' },
  content: 'Hello',
  messageType: 'text',
  attachments: [],
  replyTo: null,
  reactions: [],
  isRead: false,
  status: 'sent',
  voiceStatus: null,
  createdAt: '2026-11-01T00:00:00.000Z',
  editedAt: null,
  deletedAt: null,
  pinnedAt: null,
  expiresAt: null,
  notice: null,
  preview: null,
  sticker: null,
  card: null,
};

export const ANSWERS = {
  message: MESSAGE,
  page: {
    chatId: CHAT,
    messages: [MESSAGE],
    markers: [],
    settings: { disappearAfter: null, rev: 0 },
    asOf: 1,
    hasMore: false,
    unread: 0,
  } satisfies ConversationPage,
  sync: {
    chatId: CHAT,
    after: 0,
    changes: [{ kind: 'message', rev: 1, message: MESSAGE }],
    upTo: 1,
    asOf: 1,
    hasMore: false,
  } satisfies SyncPage,
  marker: {
    userId: 'a',
    upTo: 1,
    deliveredUpTo: 1,
    rev: 2,
    readAt: '2026-11-01T00:00:00.000Z',
  } satisfies ReadMarkerView,
  settings: { disappearAfter: 3600, rev: 3 } satisfies ConversationSettingsView,
  gallery: { messages: [MESSAGE], hasMore: false } satisfies GalleryPage,
  draft: {
    chatId: CHAT,
    content: 'Dear',
    replyTo: null,
    version: 1,
    updatedAt: '2026-11-01T00:00:00.000Z',
  } satisfies DraftView,
  scheduled: {
    _id: CHAT,
    chatId: CHAT,
    clientMessageId: MESSAGE.clientMessageId,
    content: 'Later',
    replyTo: null,
    at: '2027-01-01T09:00',
    timezone: 'Europe/Berlin',
    sendAt: '2027-01-01T08:00:00.000Z',
    version: 1,
  } satisfies ScheduledMessageView,
};

/** A text that the fake messaging answers as repeated. */
export const REPEATED = 'again';

@Controller()
class MessagingPeer {
  constructor(@Inject(CallLog) private readonly calls: CallLog) {}

  @Rpc(sendMessage) async send(call: Call<'user'>, dto: SendMessageDto): Promise<SentMessage> {
    return this.calls.record(sendMessage, call, dto, { message: MESSAGE, repeated: dto.content === REPEATED });
  }
  @Rpc(getConversation) async page(call: Call<'user'>, dto: ConversationQueryDto): Promise<ConversationPage> {
    return this.calls.record(getConversation, call, dto, ANSWERS.page);
  }
  @Rpc(syncConversation) async sync(call: Call<'user'>, dto: SyncQueryDto): Promise<SyncPage> {
    return this.calls.record(syncConversation, call, dto, ANSWERS.sync);
  }
  @Rpc(countUnread) async unread(call: Call<'user'>, dto: NoInput): Promise<{ count: number }> {
    return this.calls.record(countUnread, call, dto, { count: 3 });
  }
  @Rpc(markRead) async read(call: Call<'user'>, dto: MarkReadDto): Promise<ReadMarkerView> {
    return this.calls.record(markRead, call, dto, ANSWERS.marker);
  }
  @Rpc(toggleReaction) async react(call: Call<'user'>, dto: ToggleReactionDto): Promise<MessageView> {
    return this.calls.record(toggleReaction, call, dto, MESSAGE);
  }
  @Rpc(editMessage) async edit(call: Call<'user'>, dto: EditMessageDto): Promise<MessageView> {
    return this.calls.record(editMessage, call, dto, MESSAGE);
  }
  @Rpc(markDelivered) async delivered(call: Call<'user'>, dto: MarkDeliveredDto): Promise<ReadMarkerView> {
    return this.calls.record(markDelivered, call, dto, ANSWERS.marker);
  }
  @Rpc(pinMessage) async pin(call: Call<'user'>, dto: MessageIdDto): Promise<MessageView> {
    return this.calls.record(pinMessage, call, dto, MESSAGE);
  }
  @Rpc(unpinMessage) async unpin(call: Call<'user'>, dto: MessageIdDto): Promise<MessageView> {
    return this.calls.record(unpinMessage, call, dto, MESSAGE);
  }
  @Rpc(markPlayed) async played(call: Call<'user'>, dto: MessageIdDto): Promise<MessageView> {
    return this.calls.record(markPlayed, call, dto, MESSAGE);
  }
  @Rpc(listPinned) async pinned(call: Call<'user'>, dto: NoInput): Promise<MessageView[]> {
    return this.calls.record(listPinned, call, dto, [MESSAGE]);
  }
  @Rpc(gallery) async gallery(call: Call<'user'>, dto: GalleryQueryDto): Promise<GalleryPage> {
    return this.calls.record(gallery, call, dto, ANSWERS.gallery);
  }
  @Rpc(setDisappearing) async disappearing(
    call: Call<'user'>,
    dto: DisappearingDto,
  ): Promise<ConversationSettingsView> {
    return this.calls.record(setDisappearing, call, dto, ANSWERS.settings);
  }
  @Rpc(getDraft) async draft(call: Call<'user'>, dto: NoInput): Promise<DraftView> {
    return this.calls.record(getDraft, call, dto, ANSWERS.draft);
  }
  @Rpc(saveDraft) async saveDraft(call: Call<'user'>, dto: SaveDraftDto): Promise<DraftView> {
    return this.calls.record(saveDraft, call, dto, ANSWERS.draft);
  }
  @Rpc(scheduleMessage) async schedule(call: Call<'user'>, dto: ScheduleMessageDto): Promise<ScheduledMessageView> {
    return this.calls.record(scheduleMessage, call, dto, ANSWERS.scheduled);
  }
  @Rpc(listScheduled) async scheduled(call: Call<'user'>, dto: NoInput): Promise<ScheduledMessageView[]> {
    return this.calls.record(listScheduled, call, dto, [ANSWERS.scheduled]);
  }
  @Rpc(rescheduleMessage) async reschedule(
    call: Call<'user'>,
    dto: RescheduleMessageDto,
  ): Promise<ScheduledMessageView> {
    return this.calls.record(rescheduleMessage, call, dto, ANSWERS.scheduled);
  }
  @Rpc(cancelScheduled) async cancel(call: Call<'user'>, dto: ScheduledIdDto): Promise<Done> {
    return this.calls.record(cancelScheduled, call, dto, DONE);
  }
  @Rpc(deleteMessage) async delete(call: Call<'user'>, dto: MessageIdDto): Promise<MessageView> {
    return this.calls.record(deleteMessage, call, dto, MESSAGE);
  }
}

/** Starts a fake peer in place of messaging. */
export const startMessagePeers = fakePeers(MessagingPeer);
