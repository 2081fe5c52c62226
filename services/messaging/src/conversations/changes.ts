import type { EventDefinition } from '@duet/contracts';
import { AppError, LivePush, Outbox, type Tx } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { type ConversationState, advance, holdActive } from './conversation.rows.js';

/** What a piece of work did: its answer, and the event of the change if there was one. */
export interface Outcome<Answer, Payload> {
  answer: Answer;
  changed?: { event: EventDefinition<Payload>; payload: Payload };
}

/** The caller's conversation, held. `nextRev` is called by work that does change something, once. */
export interface Held extends ConversationState {
  nextRev: () => number;
}

/** Runs one change of a conversation: under its row lock, with its next rev, its event in the outbox, pushed after the commit. */
@Injectable()
export class Changes {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(Outbox) private readonly outbox: Outbox,
    @Inject(LivePush) private readonly live: LivePush,
  ) {}

  /** @throws AppError NO_PARTNER when the person has no active conversation; whatever the work throws undoes all of it. */
  async run<Answer, Payload>(userId: string, work: (tx: Tx, held: Held) => Promise<Outcome<Answer, Payload>>): Promise<Answer> {
    const { answer, changed } = await this.database.transaction(async (tx) => {
      const [conversation] = await holdActive(tx, [userId]);
      if (!conversation) throw new AppError('NO_PARTNER');
      const held: Held = { ...conversation, nextRev: () => (held.lastRev += 1) };
      const outcome = await work(tx, held);
      if (outcome.changed) {
        await advance(tx, [held]);
        await this.outbox.add(tx, outcome.changed.event, held.id, outcome.changed.payload);
      }
      return outcome;
    });
    if (changed) {
      this.live.push(changed.event, changed.payload);
      this.outbox.kick();
    }
    return answer;
  }
}
