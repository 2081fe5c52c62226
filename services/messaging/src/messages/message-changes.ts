import type { EventDefinition, MessageChanged, MessageView } from '@duet/contracts';
import { AppError, type Tx } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { Changes } from '../conversations/changes.js';
import { type MessageRow, readOne } from './message.rows.js';
import { messageView } from './message.view.js';

/** Writes the change of a message that is held. @returns false when there is nothing to change. */
export type Alter = (tx: Tx, message: MessageRow) => Promise<boolean>;

/** Changes one message of the caller's conversation: the event carries its whole new state. */
@Injectable()
export class MessageChanges {
  constructor(@Inject(Changes) private readonly changes: Changes) {}

  /** @throws AppError NO_PARTNER; MESSAGE_NOT_FOUND, which a message of another conversation is too. */
  run(userId: string, messageId: string, event: EventDefinition<MessageChanged>, alter: Alter): Promise<MessageView> {
    return this.changes.run<MessageView, MessageChanged>(userId, async (tx, held) => {
      const before = await readOne(tx, held.id, messageId);
      if (!before) throw new AppError('MESSAGE_NOT_FOUND');
      if (!(await alter(tx, before))) return { answer: messageView(before, held.members) };
      const rev = held.nextRev();
      await tx.query('UPDATE messages SET rev = $2 WHERE id = $1', [messageId, rev]);
      const after = await readOne(tx, held.id, messageId);
      if (!after) throw new TypeError('a held message is gone');
      const message = messageView(after, held.members);
      return { answer: message, changed: { event, payload: { chatId: held.id, rev, actorId: userId, message } } };
    });
  }
}
