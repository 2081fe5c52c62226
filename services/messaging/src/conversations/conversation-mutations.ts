import type { EventDefinition, EventEnvelope } from '@duet/contracts';
import { AppError, Transactions, Turns, type Tx, type UnitOfWork, eventEnvelope } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import {
  type ConversationRow,
  lockActive,
  lockConversation,
  readActiveId,
  writeCounters,
} from './conversation.queries.js';

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

/**
 * Changes a conversation under its row lock: assigns revs, writes events to the outbox and pushes live updates after the commit.
 * Changes of one conversation take turns before they take a connection; the row lock orders those of other replicas.
 */
@Injectable()
export class ConversationMutations {
  private readonly turns = new Turns();

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(Transactions) private readonly transactions: Transactions,
  ) {}

  /** Works on a person's active conversation. An error of `work` rolls back. @throws AppError NO_PARTNER; UNAVAILABLE as `Turns` */
  async run<Answer>(userId: string, work: Work<Answer>): Promise<Answer> {
    const [active] = await readActiveId(this.database, [userId]);
    if (!active) throw new AppError('NO_PARTNER');
    // The couple may end during the wait for the turn, so the person's conversation is found again under the lock.
    return this.change(
      active.chatId,
      async (tx) => {
        const [conversation] = await lockActive(tx, [userId]);
        if (!conversation) throw new AppError('NO_PARTNER');
        return conversation;
      },
      work,
    );
  }

  /** Works on a conversation by its id, active or ended. @throws AppError CONVERSATION_NOT_FOUND; UNAVAILABLE as `Turns` */
  async runIn<Answer>(chatId: string, work: Work<Answer>): Promise<Answer> {
    return this.change(
      chatId,
      async (tx) => {
        const conversation = await lockConversation(tx, chatId);
        if (!conversation) throw new AppError('CONVERSATION_NOT_FOUND');
        return conversation;
      },
      work,
    );
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

  private change<Answer>(
    chatId: string,
    lock: (tx: Tx) => Promise<ConversationRow>,
    work: Work<Answer>,
  ): Promise<Answer> {
    return this.turns.take(chatId, () =>
      this.transactions.run(async (unit) => {
        const conversation = await lock(unit.tx);
        const { answer, changes = [] } = await this.within(unit, conversation, work);
        // The room of an ended couple has no sockets.
        if (conversation.isActive) for (const { push } of changes) push(unit);
        return answer;
      }),
    );
  }
}
