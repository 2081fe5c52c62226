import { type AttachmentProcessed, attachmentProcessed, userDeleted, voiceUpdated } from '@duet/contracts';
import { AppError, OnFact, type Tx } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { Changes, type Held, type Outcome } from '../conversations/changes.js';
import { MessageChanges } from '../messages/message-changes.js';
import { type MessageRow, readOne } from '../messages/message.rows.js';
import { type VoiceResult, updateAttachment, withResult } from './attachment.rows.js';

const MESSAGE_OF = 'SELECT message_id AS "messageId" FROM attachments WHERE id = $1';

const KEEP = `
  WITH old AS (DELETE FROM early_voice_results WHERE created_at < now() - interval '1 day')
  INSERT INTO early_voice_results (attachment_id, conversation_id, result) VALUES ($1, $2, $3)
  ON CONFLICT (attachment_id) DO UPDATE SET result = excluded.result`;

const ERASE = 'DELETE FROM early_voice_results WHERE conversation_id IN (SELECT conversation_id FROM conversation_members WHERE user_id = $1)';

const SET_STATUS = 'UPDATE messages SET voice_status = $2 WHERE id = $1';

/** Voice notes become playable: what media made of one goes into its message, whichever of the two comes first. */
@Injectable()
export class VoiceNotes {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(Changes) private readonly changes: Changes,
    @Inject(MessageChanges) private readonly messages: MessageChanges,
  ) {}

  /** A send holds the conversation too, so it either finds this result or its message is found here. */
  @OnFact(attachmentProcessed)
  async processed({ attachmentId, chatId, userId, ...fact }: AttachmentProcessed): Promise<void> {
    const { status, mimeType, size, duration, waveform } = fact;
    const result: VoiceResult = { status, mimeType, size, duration, waveform };
    try {
      await this.changes.runIn(chatId, async (tx, held): Promise<Outcome<unknown>> => {
        const message = await this.messageOf(tx, held, attachmentId);
        if (message) return this.apply(tx, held, message, userId, attachmentId, result);
        await tx.query(KEEP, [attachmentId, chatId, JSON.stringify(result)]);
        return { answer: null };
      });
    } catch (cause) {
      // The conversation was purged: there is nobody left who could play it.
      if (!(cause instanceof AppError && cause.code === 'CONVERSATION_NOT_FOUND')) throw cause;
    }
  }

  @OnFact(userDeleted)
  async erase({ userId }: { userId: string }): Promise<void> {
    await this.database.query(ERASE, [userId]);
  }

  private async messageOf(tx: Tx, held: Held, attachmentId: string): Promise<MessageRow | undefined> {
    const [found] = await tx.query<{ messageId: string }[]>(MESSAGE_OF, [attachmentId]);
    return found && readOne(tx, held.id, found.messageId);
  }

  /** The first good result counts: the fact may come again, and a second attempt may do better than the first. */
  private apply(tx: Tx, held: Held, message: MessageRow, actorId: string, attachmentId: string, result: VoiceResult): Promise<Outcome<unknown>> {
    return this.messages.apply(tx, held, message, actorId, voiceUpdated, async () => {
      const attachment = message.attachments.find(({ id }) => id === attachmentId);
      const isDue = message.voiceStatus === 'processing' || (message.voiceStatus === 'failed' && result.status === 'ready');
      if (!attachment || !isDue) return false;
      if (result.status === 'ready') await updateAttachment(tx, withResult(attachment, result));
      await tx.query(SET_STATUS, [message.id, result.status]);
      return true;
    });
  }
}
