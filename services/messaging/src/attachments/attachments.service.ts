import { type Actor, type AttachmentIdsDto, type GalleryPage, type GalleryQueryDto, LIMITS, type MessageIdDto, type MessageView, voiceUpdated } from '@duet/contracts';
import { AppError } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { showReceipts } from '../conversations/conversation.rows.js';
import { HistoryService } from '../messages/history.service.js';
import { MessageChanges } from '../messages/message-changes.js';
import { readGallery } from '../messages/message.rows.js';
import { messageView } from '../messages/message.view.js';

const PLAYED = `UPDATE messages SET voice_status = 'played' WHERE id = $1`;

/** As one of its files, or as the picture of its preview. */
const IN_USE = `
  SELECT id FROM attachments WHERE id = ANY($1::uuid[])
  UNION ALL SELECT (preview->'image'->>'id')::uuid FROM messages WHERE preview->'image'->>'id' = ANY($2::text[])`;

/** What people and media's collector do with the files of messages. */
@Injectable()
export class AttachmentsService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(HistoryService) private readonly history: HistoryService,
    @Inject(MessageChanges) private readonly messages: MessageChanges,
  ) {}

  gallery(actor: Actor, { kind, before, limit = LIMITS.conversationPage }: GalleryQueryDto): Promise<GalleryPage> {
    return this.history.inSnapshot(actor, async (tx, { id, lastSeq, members }) => {
      const rows = await readGallery(tx, id, kind, Math.min(before ?? lastSeq + 1, lastSeq + 1), limit + 1);
      return { messages: rows.slice(0, limit).map((row) => messageView(row, members)), hasMore: rows.length > limit };
    });
  }

  /** By the receiver, once it is ready. For anybody else, and again, nothing changes; nor while receipts are off: it tells that one was here. */
  played({ userId }: Actor, { messageId }: MessageIdDto): Promise<MessageView> {
    return this.messages.run(userId, messageId, voiceUpdated, async (tx, message, held) => {
      if (message.type !== 'voice' || message.deletedAt) throw new AppError('MESSAGE_NOT_FOUND');
      if (message.senderId === userId || message.voiceStatus !== 'ready' || !showReceipts(held)) return false;
      await tx.query(PLAYED, [messageId]);
      return true;
    });
  }

  async inUse({ ids }: AttachmentIdsDto): Promise<{ ids: string[] }> {
    const found = await this.database.query<{ id: string }[]>(IN_USE, [ids, ids.map((id) => id.toLowerCase())]);
    return { ids: found.map(({ id }) => id) };
  }
}
