import { type Actor, LIMITS, type MessageIdDto, type MessageView, messagePinned, messageUnpinned } from '@duet/contracts';
import { AppError, type Tx } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { HistoryService } from '../messages/history.service.js';
import { MessageChanges } from '../messages/message-changes.js';
import { readPinned } from '../messages/message.rows.js';
import { messageView } from '../messages/message.view.js';

const PIN = 'UPDATE messages SET pinned_at = clock_timestamp() WHERE id = $1';
const UNPIN = 'UPDATE messages SET pinned_at = NULL WHERE id = $1';
const COUNT = `SELECT count(*)::int AS count FROM messages WHERE conversation_id = $1 AND pinned_at IS NOT NULL`;

/** Messages that both keep at hand. */
@Injectable()
export class PinsService {
  constructor(
    @Inject(MessageChanges) private readonly messages: MessageChanges,
    @Inject(HistoryService) private readonly history: HistoryService,
  ) {}

  /** By either, of whichever message. @throws AppError TOO_MANY_PINS */
  pin({ userId }: Actor, { messageId }: MessageIdDto): Promise<MessageView> {
    return this.messages.run(userId, messageId, messagePinned, async (tx, message) => {
      if (message.deletedAt || message.type === 'notice') throw new AppError('MESSAGE_NOT_FOUND');
      if (message.pinnedAt) return false;
      if ((await countPinned(tx, message.chatId)) >= LIMITS.pinnedMessages) throw new AppError('TOO_MANY_PINS');
      await tx.query(PIN, [messageId]);
      return true;
    });
  }

  unpin({ userId }: Actor, { messageId }: MessageIdDto): Promise<MessageView> {
    return this.messages.run(userId, messageId, messageUnpinned, async (tx, message) => {
      if (message.deletedAt) throw new AppError('MESSAGE_NOT_FOUND');
      if (!message.pinnedAt) return false;
      await tx.query(UNPIN, [messageId]);
      return true;
    });
  }

  list(actor: Actor): Promise<MessageView[]> {
    return this.history.inSnapshot(actor, async (tx, { id, members }) => (await readPinned(tx, id)).map((row) => messageView(row, members)));
  }
}

/** With the conversation held nobody else adds to them. */
async function countPinned(tx: Tx, chatId: string): Promise<number> {
  const [row] = await tx.query<{ count: number }[]>(COUNT, [chatId]);
  return row?.count ?? 0;
}
