import type { EventDefinition, EventEnvelope } from '@duet/contracts';
import { AppError, LivePush, Outbox, type Tx, factEnvelope } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { type ConversationState, advance, hold, holdActive } from './conversation.rows.js';

/** One change of a conversation: its fact where other services need one, and how the sockets hear of it. */
export interface Change {
  facts: EventEnvelope[];
  push: (live: LivePush) => void;
}

export function changed<Payload extends { chatId: string }>(event: EventDefinition<Payload, unknown>, payload: NoInfer<Payload>): Change {
  return {
    facts: event.durable ? [factEnvelope(event, payload.chatId, payload)] : [],
    push: (live) => live.push(event, payload),
  };
}

/** What a piece of work did: its answer, and the changes it made, in order. */
export interface Outcome<Answer> {
  answer: Answer;
  changes?: Change[];
}

/** A conversation, held. `nextRev` is called once for each change that is made. */
export interface Held extends ConversationState {
  nextRev: () => number;
}

type Work<Answer> = (tx: Tx, held: Held) => Promise<Outcome<Answer>>;

/** Changes a conversation: under its row lock, with its next revs, its facts in the outbox, pushed after the commit. */
@Injectable()
export class Changes {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(Outbox) private readonly outbox: Outbox,
    @Inject(LivePush) private readonly live: LivePush,
  ) {}

  /** @throws AppError NO_PARTNER when the person has no active conversation; whatever the work throws undoes all of it. */
  async run<Answer>(userId: string, work: Work<Answer>): Promise<Answer> {
    return this.change(async (tx) => {
      const [conversation] = await holdActive(tx, [userId]);
      if (!conversation) throw new AppError('NO_PARTNER');
      return conversation;
    }, work);
  }

  /** By its id, whether it is active or has ended. @throws AppError CONVERSATION_NOT_FOUND */
  async runIn<Answer>(chatId: string, work: Work<Answer>): Promise<Answer> {
    return this.change(async (tx) => {
      const conversation = await hold(tx, chatId);
      if (!conversation) throw new AppError('CONVERSATION_NOT_FOUND');
      return conversation;
    }, work);
  }

  /** As a part of what else the transaction does with a conversation that it holds. Nothing is pushed. */
  async within<Answer>(tx: Tx, conversation: ConversationState, work: Work<Answer>): Promise<Outcome<Answer>> {
    const held: Held = { ...conversation, nextRev: () => (held.lastRev += 1) };
    const outcome = await work(tx, held);
    if (!outcome.changes?.length) return outcome;
    await advance(tx, [held]);
    const facts = outcome.changes.flatMap((change) => change.facts);
    if (facts.length > 0) await this.outbox.addAll(tx, facts);
    return outcome;
  }

  private async change<Answer>(take: (tx: Tx) => Promise<ConversationState>, work: Work<Answer>): Promise<Answer> {
    const { answer, changes, isHeard } = await this.database.transaction(async (tx) => {
      const conversation = await take(tx);
      return { changes: [], isHeard: conversation.isActive, ...(await this.within(tx, conversation, work)) };
    });
    // Nobody listens to a couple that has ended.
    if (isHeard) for (const { push } of changes) push(this.live);
    if (changes.some(({ facts }) => facts.length > 0)) this.outbox.kick();
    return answer;
  }
}
