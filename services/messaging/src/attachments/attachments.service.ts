import {
  type Actor,
  type AttachmentIdsDto,
  type GalleryPage,
  type GalleryQueryDto,
  LIMITS,
  type MessageIdDto,
  type MessageView,
  voiceUpdated,
} from '@duet/contracts';
import { AppError } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { showReceipts } from '../conversations/conversation.queries.js';
import { HistoryService } from '../messages/history.service.js';
import { MessageChanges } from '../messages/message-changes.js';
import { readGallery } from '../messages/message.queries.js';
import { viewerMessages } from '../messages/message-mark.queries.js';
import { readInUse, setPlayed } from './voice-note.queries.js';

/** The gallery, played voice notes, and media's query for files in use. */
@Injectable()
export class AttachmentsService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(HistoryService) private readonly history: HistoryService,
    @Inject(MessageChanges) private readonly messages: MessageChanges,
  ) {}

  gallery(actor: Actor, { kind, before, limit = LIMITS.conversationPage }: GalleryQueryDto): Promise<GalleryPage> {
    return this.history.inSnapshot(actor, async (tx, conversation) => {
      const { id, lastSeq } = conversation;
      const end = Math.min(before ?? lastSeq + 1, lastSeq + 1);
      const rows = await readGallery(tx, id, kind, end, limit + 1, actor.userId);
      const { messages } = await viewerMessages(tx, conversation, actor.userId, rows.slice(0, limit));
      return { messages, hasMore: rows.length > limit };
    });
  }

  /** Marks a ready voice note as played by its receiver. Changes nothing otherwise, nor while receipts are hidden. */
  played({ userId }: Actor, { messageId }: MessageIdDto): Promise<MessageView> {
    return this.messages.run(userId, messageId, voiceUpdated, async (tx, message, conversation) => {
      this.messages.requireReadable(message);
      if (message.type !== 'voice') throw new AppError('MESSAGE_NOT_FOUND');
      if (message.senderId === userId || message.voiceStatus !== 'ready' || !showReceipts(conversation)) return false;
      await setPlayed(tx, [messageId]);
      return true;
    });
  }

  async inUse({ ids }: AttachmentIdsDto): Promise<{ ids: string[] }> {
    const found = await readInUse(this.database, [ids, ids.map((id) => id.toLowerCase())]);
    return { ids: found.map(({ id }) => id) };
  }
}
