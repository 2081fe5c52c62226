import { type Actor, LIMITS, type MessageView, type ToggleReactionDto, messageReacted, reactionAdded } from '@duet/contracts';
import { AppError, Outbox } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { MessageChanges } from '../messages/message-changes.js';

const REMOVE = 'DELETE FROM reactions WHERE message_id = $1 AND user_id = $2 AND emoji = $3';
const ADD = 'INSERT INTO reactions (message_id, user_id, emoji) VALUES ($1, $2, $3)';

@Injectable()
export class ReactionsService {
  constructor(
    @Inject(MessageChanges) private readonly messages: MessageChanges,
    @Inject(Outbox) private readonly outbox: Outbox,
  ) {}

  /** Takes the caller's reaction with this emoji away, or adds it. A tombstone takes none. */
  async toggle({ userId }: Actor, { messageId, emoji }: ToggleReactionDto): Promise<MessageView> {
    const view = await this.messages.run(userId, messageId, messageReacted, async (tx, message) => {
      if (message.deletedAt || message.type === 'notice') throw new AppError('MESSAGE_NOT_FOUND');
      const own = message.reactions.filter(({ user }) => user === userId);
      const isThere = own.some((reaction) => reaction.emoji === emoji);
      // Whoever has every emoji on a message makes each later event of it as long as the list.
      if (!isThere && own.length >= LIMITS.reactionsPerPerson) throw new AppError('TOO_MANY_REACTIONS');
      await tx.query(isThere ? REMOVE : ADD, [messageId, userId, emoji]);
      // Whoever wrote it may want to hear of it; of one's own reactions nobody is told.
      if (!isThere && message.senderId !== userId) {
        await this.outbox.add(tx, reactionAdded, message.chatId, { chatId: message.chatId, messageId, actorId: userId, receiverId: message.senderId });
      }
      return true;
    });
    this.outbox.kick();
    return view;
  }
}
