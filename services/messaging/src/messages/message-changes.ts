import type { EventDefinition, MessageChanged, MessageView } from '@duet/contracts';
import { AppError, Clock, type Tx } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import {
  ConversationMutations,
  type LockedConversation,
  type Outcome,
  changed,
} from '../conversations/conversation-mutations.js';
import { isReadable } from './is-readable.js';
import { filesOf, previewEvents } from './preview-events.js';
import { type MessageRow, readOne, writeRev } from './message.queries.js';
import { withoutHidden } from './message-mark.queries.js';
import { messageView } from './message.view.js';

/** Writes the change of a message of the locked conversation. @returns false if there is nothing to change. */
export type Alter = (tx: Tx, message: MessageRow, conversation: LockedConversation) => Promise<boolean>;

type MessageEvent = EventDefinition<MessageChanged, unknown>;

/** Changes one message of a conversation; the event carries its whole new state. */
@Injectable()
export class MessageChanges {
  constructor(
    @Inject(ConversationMutations) private readonly mutations: ConversationMutations,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /** @throws AppError MESSAGE_NOT_FOUND for system messages, tombstones, and messages whose time is over before the sweeper has come */
  requireReadable(message: MessageRow): void {
    if (!isReadable(message, this.clock.now())) throw new AppError('MESSAGE_NOT_FOUND');
  }

  /** @throws AppError NO_PARTNER; MESSAGE_NOT_FOUND, also for a message of another conversation, and one that the person deleted for themselves. */
  run(userId: string, messageId: string, event: MessageEvent, alter: Alter): Promise<MessageView> {
    return this.mutations.run(userId, async (tx, conversation) => {
      const found = await readOne(tx, conversation.id, messageId);
      const [before] = found ? await withoutHidden(tx, conversation.id, userId, [found]) : [];
      if (!before) throw new AppError('MESSAGE_NOT_FOUND');
      return this.apply(tx, conversation, before, userId, event, alter);
    });
  }

  /** The same for a message that the caller has read in its locked conversation. */
  async apply(
    tx: Tx,
    conversation: LockedConversation,
    before: MessageRow,
    actorId: string,
    event: MessageEvent,
    alter: Alter,
  ): Promise<Outcome<MessageView>> {
    if (!(await alter(tx, before, conversation))) return { answer: messageView(before, conversation.members) };
    const rev = conversation.nextRev();
    await writeRev(tx, [before.id, rev]);
    const after = await readOne(tx, conversation.id, before.id);
    if (!after) throw new TypeError('a message of a locked conversation is missing');
    const message = messageView(after, conversation.members);
    const change = { chatId: conversation.id, rev, actorId, message };
    const published = changed(event, message.deletedAt ? { ...change, attachmentIds: filesOf(before) } : change);
    return {
      answer: message,
      changes: [{ ...published, events: [...published.events, ...previewEvents(before, after, actorId)] }],
    };
  }
}
