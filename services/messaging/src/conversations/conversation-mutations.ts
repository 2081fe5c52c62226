import type { EventDefinition, EventEnvelope } from '@duet/contracts';
import { AppError, Transactions, type Tx, type UnitOfWork, eventEnvelope } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { type ConversationRow, lockActive, lockConversation, writeCounters } from './conversation.queries.js';

/** One change of a conversation: its durable event, if it has one, and its live update. */
export interface ConversationMutation {
  events: EventEnvelope[];
  push: (unit: UnitOfWork) => void;
}

/** Makes a change of an event and its payload. Only a durable event is written to the outbox. */
export function changed<Payload extends { chatId: string }>(
  event: EventDefinition<Payload, unknown>,
  payload: NoInfer<Payload>,
): ConversationMutation {
  return {
    events: event.durable ? [eventEnvelope(event, payload.chatId, payload)] : [],
    push: (unit) => unit.push(event, payload),
  };
}

/** The result of a unit of work: its answer and its changes, in order. */
export interface Outcome<Answer> {
  answer: Answer;
  changes?: ConversationMutation[];
}

/** A locked conversation. Call `nextRev` once for each change. */
export interface LockedConversation extends ConversationRow {
  nextRev: () => number;
}

type Work<Answer> = (tx: Tx, conversation: LockedConversation) => Promise<Outcome<Answer>>;

/** Changes a conversation under its row lock: assigns revs, writes events to the outbox and pushes live updates after the commit. */
@Injectable()
export class ConversationMutations {
  constructor(@Inject(Transactions) private readonly transactions: Transactions) {}

  /** Works on a person's active conversation. An error of `work` rolls back. @throws AppError NO_PARTNER */
  async run<Answer>(userId: string, work: Work<Answer>): Promise<Answer> {
    return this.change(async (tx) => {
      const [conversation] = await lockActive(tx, [userId]);
      if (!conversation) throw new AppError('NO_PARTNER');
      return conversation;
    }, work);
  }

  /** Works on a conversation by its id, active or ended. @throws AppError CONVERSATION_NOT_FOUND */
  async runIn<Answer>(chatId: string, work: Work<Answer>): Promise<Answer> {
    return this.change(async (tx) => {
      const conversation = await lockConversation(tx, chatId);
      if (!conversation) throw new AppError('CONVERSATION_NOT_FOUND');
      return conversation;
    }, work);
  }

  /** Works inside the caller's unit on a conversation that it has locked. Pushes nothing. */
  async within<Answer>(unit: UnitOfWork, conversation: ConversationRow, work: Work<Answer>): Promise<Outcome<Answer>> {
    const locked: LockedConversation = { ...conversation, nextRev: () => (locked.lastRev += 1) };
    const outcome = await work(unit.tx, locked);
    if (!outcome.changes?.length) return outcome;
    await writeCounters(unit.tx, [locked]);
    await unit.recordAll(outcome.changes.flatMap(({ events }) => events));
    return outcome;
  }

  private change<Answer>(take: (tx: Tx) => Promise<ConversationRow>, work: Work<Answer>): Promise<Answer> {
    return this.transactions.run(async (unit) => {
      const conversation = await take(unit.tx);
      const { answer, changes = [] } = await this.within(unit, conversation, work);
      // The room of an ended couple has no sockets.
      if (conversation.isActive) for (const { push } of changes) push(unit);
      return answer;
    });
  }
}
