import {
  type Actor,
  LIMITS,
  type MessageIdDto,
  type MessageView,
  messagePinned,
  messageUnpinned,
} from '@duet/contracts';
import { AppError, type Tx } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { HistoryService } from '../messages/history.service.js';
import { MessageChanges } from '../messages/message-changes.js';
import { readPinned } from '../messages/message.queries.js';
import { viewerMessages } from '../messages/message-mark.queries.js';
import { clearPinned, readPinCount, setPinned } from './pin.queries.js';

/** Pinned messages, shared by both partners. One that a partner deleted for themselves is not in that partner's list. */
@Injectable()
export class PinsService {
  constructor(
    @Inject(MessageChanges) private readonly messages: MessageChanges,
    @Inject(HistoryService) private readonly history: HistoryService,
  ) {}

  /** Either partner may pin any message. @throws AppError MESSAGE_NOT_FOUND, TOO_MANY_PINS */
  pin({ userId }: Actor, { messageId }: MessageIdDto): Promise<MessageView> {
    return this.messages.run(userId, messageId, messagePinned, async (tx, message) => {
      this.messages.requireReadable(message);
      if (message.pinnedAt) return false;
      if ((await countPinned(tx, message.chatId)) >= LIMITS.pinnedMessages) throw new AppError('TOO_MANY_PINS');
      await setPinned(tx, [messageId]);
      return true;
    });
  }

  /** @throws AppError MESSAGE_NOT_FOUND */
  unpin({ userId }: Actor, { messageId }: MessageIdDto): Promise<MessageView> {
    return this.messages.run(userId, messageId, messageUnpinned, async (tx, message) => {
      this.messages.requireReadable(message);
      if (!message.pinnedAt) return false;
      await clearPinned(tx, [messageId]);
      return true;
    });
  }

  list(actor: Actor): Promise<MessageView[]> {
    return this.history.inSnapshot(actor, async (tx, conversation) => {
      const rows = await readPinned(tx, conversation.id, actor.userId);
      return (await viewerMessages(tx, conversation, actor.userId, rows)).messages;
    });
  }
}

/** Exact while the conversation is locked. */
async function countPinned(tx: Tx, chatId: string): Promise<number> {
  const [row] = await readPinCount(tx, [chatId]);
  return row?.count ?? 0;
}
