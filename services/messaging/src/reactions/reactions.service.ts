import {
  type Actor,
  LIMITS,
  type MessageView,
  type ToggleReactionDto,
  messageReacted,
  reactionAdded,
} from '@duet/contracts';
import { AppError, Outbox } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { MessageChanges } from '../messages/message-changes.js';
import { deleteReaction, insertReaction } from './reaction.queries.js';

@Injectable()
export class ReactionsService {
  constructor(
    @Inject(MessageChanges) private readonly messages: MessageChanges,
    @Inject(Outbox) private readonly outbox: Outbox,
  ) {}

  /** Adds the caller's reaction with this emoji, unless it is there. @throws as `toggle` */
  add(actor: Actor, dto: ToggleReactionDto): Promise<MessageView> {
    return this.write(actor, dto, false);
  }

  /** Removes the caller's reaction with this emoji, or adds it. @throws AppError MESSAGE_NOT_FOUND for tombstones and system messages, TOO_MANY_REACTIONS */
  toggle(actor: Actor, dto: ToggleReactionDto): Promise<MessageView> {
    return this.write(actor, dto, true);
  }

  private async write(
    { userId }: Actor,
    { messageId, emoji }: ToggleReactionDto,
    mayRemove: boolean,
  ): Promise<MessageView> {
    const view = await this.messages.run(userId, messageId, messageReacted, async (tx, message) => {
      this.messages.requireReadable(message);
      const own = message.reactions.filter(({ user }) => user === userId);
      const exists = own.some((reaction) => reaction.emoji === emoji);
      if (exists && !mayRemove) return false;
      // Every later event of the message carries all its reactions.
      if (!exists && own.length >= LIMITS.reactionsPerPerson) throw new AppError('TOO_MANY_REACTIONS');
      await (exists ? deleteReaction : insertReaction)(tx, [messageId, userId, emoji]);
      // Authors may be notified, except about their own reactions.
      if (!exists && message.senderId !== userId) {
        await this.outbox.add(tx, reactionAdded, message.chatId, {
          chatId: message.chatId,
          messageId,
          seq: message.seq,
          actorId: userId,
          receiverId: message.senderId,
        });
      }
      return true;
    });
    this.outbox.kick();
    return view;
  }
}
