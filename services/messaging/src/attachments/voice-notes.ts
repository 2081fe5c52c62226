import { type AttachmentProcessed, attachmentProcessed, userDeleted, voiceUpdated } from '@duet/contracts';
import { AppError, OnEvent, type Tx } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import {
  ConversationMutations,
  type LockedConversation,
  type Outcome,
} from '../conversations/conversation-mutations.js';
import { MessageChanges } from '../messages/message-changes.js';
import { type MessageRow, readOne } from '../messages/message.queries.js';
import { type VoiceResult, updateAttachment, withResult } from '../messages/attachment.queries.js';
import { eraseEarlyResults, readMessageId, setVoiceStatus, writeEarlyResult } from './voice-note.queries.js';

/** Stores the results of media's processing in voice messages, whichever of the two arrives first. */
@Injectable()
export class VoiceNotes {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(ConversationMutations) private readonly mutations: ConversationMutations,
    @Inject(MessageChanges) private readonly messages: MessageChanges,
  ) {}

  /** Sends lock the conversation too: either the send finds this result, or this handler finds the message. */
  @OnEvent(attachmentProcessed)
  async processed({ attachmentId, chatId, userId, ...event }: AttachmentProcessed): Promise<void> {
    const { status, mimeType, size, duration, waveform } = event;
    const result: VoiceResult = { status, mimeType, size, duration, waveform };
    try {
      await this.mutations.runIn(chatId, async (tx, conversation): Promise<Outcome<unknown>> => {
        const message = await this.messageOf(tx, conversation, attachmentId);
        if (message) return this.apply(tx, conversation, message, userId, attachmentId, result);
        await writeEarlyResult(tx, [attachmentId, chatId, JSON.stringify(result)]);
        return { answer: null };
      });
    } catch (cause) {
      // The conversation was purged.
      if (!(cause instanceof AppError && cause.code === 'CONVERSATION_NOT_FOUND')) throw cause;
    }
  }

  @OnEvent(userDeleted)
  async erase({ userId }: { userId: string }): Promise<void> {
    await eraseEarlyResults(this.database, [userId]);
  }

  private async messageOf(
    tx: Tx,
    conversation: LockedConversation,
    attachmentId: string,
  ): Promise<MessageRow | undefined> {
    const [found] = await readMessageId(tx, [attachmentId]);
    return found && readOne(tx, conversation.id, found.messageId);
  }

  /** Applies the first successful result: the event may be repeated, and a second attempt may succeed after a failure. */
  private apply(
    tx: Tx,
    conversation: LockedConversation,
    message: MessageRow,
    actorId: string,
    attachmentId: string,
    result: VoiceResult,
  ): Promise<Outcome<unknown>> {
    return this.messages.apply(tx, conversation, message, actorId, voiceUpdated, async () => {
      const attachment = message.attachments.find(({ id }) => id === attachmentId);
      const isDue =
        message.voiceStatus === 'processing' || (message.voiceStatus === 'failed' && result.status === 'ready');
      if (!attachment || !isDue) return false;
      if (result.status === 'ready') await updateAttachment(tx, withResult(attachment, result));
      await setVoiceStatus(tx, [message.id, result.status]);
      return true;
    });
  }
}
