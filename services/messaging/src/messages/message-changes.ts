import type { EventDefinition, MessageChanged, MessageView } from '@duet/contracts';
import { AppError, type Tx } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { Changes, type Held, type Outcome, changed } from '../conversations/changes.js';
import { filesOf, previewFacts } from '../previews/preview-facts.js';
import { type MessageRow, readOne } from './message.rows.js';
import { messageView } from './message.view.js';

/** Writes the change of a message that is held. @returns false when there is nothing to change. */
export type Alter = (tx: Tx, message: MessageRow, held: Held) => Promise<boolean>;

type MessageEvent = EventDefinition<MessageChanged, unknown>;

/** Changes one message of a conversation: the event carries its whole new state. */
@Injectable()
export class MessageChanges {
  constructor(@Inject(Changes) private readonly changes: Changes) {}

  /** @throws AppError NO_PARTNER; MESSAGE_NOT_FOUND, which a message of another conversation is too. */
  run(userId: string, messageId: string, event: MessageEvent, alter: Alter): Promise<MessageView> {
    return this.changes.run(userId, async (tx, held) => {
      const before = await readOne(tx, held.id, messageId);
      if (!before) throw new AppError('MESSAGE_NOT_FOUND');
      return this.apply(tx, held, before, userId, event, alter);
    });
  }

  /** The same on a message that is known, in its held conversation. */
  async apply(tx: Tx, held: Held, before: MessageRow, actorId: string, event: MessageEvent, alter: Alter): Promise<Outcome<MessageView>> {
    if (!(await alter(tx, before, held))) return { answer: messageView(before, held.members) };
    const rev = held.nextRev();
    await tx.query('UPDATE messages SET rev = $2 WHERE id = $1', [before.id, rev]);
    const after = await readOne(tx, held.id, before.id);
    if (!after) throw new TypeError('a held message is gone');
    const message = messageView(after, held.members);
    const change = { chatId: held.id, rev, actorId, message };
    const told = changed(event, message.deletedAt ? { ...change, attachmentIds: filesOf(before) } : change);
    return { answer: message, changes: [{ ...told, facts: [...told.facts, ...previewFacts(before, after, actorId)] }] };
  }
}
