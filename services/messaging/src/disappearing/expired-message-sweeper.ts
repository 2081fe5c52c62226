import { messageDeleted } from '@duet/contracts';
import { Clock, LOGGER, type Log, PeriodicJob, type Tx } from '@duet/service-kit';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import {
  type ConversationMutation,
  ConversationMutations,
  type LockedConversation,
  changed,
} from '../conversations/conversation-mutations.js';
import { readExpired } from '../messages/message.queries.js';
import { messageView } from '../messages/message.view.js';
import { filesOf } from '../messages/preview-events.js';
import { tombstoneOf } from '../messages/tombstones.js';
import { readDueMessages, writeTombstones } from './disappearing.queries.js';

/** Milliseconds between two sweeps. Clients hide a message at its exact second. */
const EVERY = 2_000;

/** Messages per sweep, and messages of one conversation per transaction. */
const BATCH = 500;
const STEP = 100;

/**
 * Makes tombstones of expired messages, in active and ended conversations. Every replica sweeps; the conversation's lock
 * lets each message expire once.
 */
@Injectable()
export class ExpiredMessageSweeper implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly periodic: PeriodicJob;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(ConversationMutations) private readonly mutations: ConversationMutations,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(LOGGER) private readonly log: Log,
  ) {
    this.periodic = new PeriodicJob(
      EVERY,
      () => this.sweep(),
      (cause) => this.log.warn({ err: cause }, 'expiry sweep failed'),
    );
  }

  onApplicationBootstrap(): void {
    this.periodic.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.periodic.stop();
  }

  /** Expires everything that is due. A conversation that fails, as one that is locked, waits for the next sweep and delays no other. */
  async sweep(): Promise<void> {
    const failed: string[] = [];
    await this.periodic.repeat(async () => {
      const now = this.clock.now();
      const due = await readDueMessages(this.database, [now, BATCH, failed]);
      for (const [chatId, rows] of Map.groupBy(due, (row) => row.chatId)) {
        const ids = rows.map(({ id }) => id);
        if (!(await this.expireIn(chatId, ids, now))) failed.push(chatId);
      }
      return due.length === BATCH;
    });
  }

  /** @returns whether they expired */
  private async expireIn(chatId: string, ids: string[], now: Date): Promise<boolean> {
    try {
      for (let done = 0; done < ids.length; done += STEP) {
        const step = ids.slice(done, done + STEP);
        await this.mutations.runIn(chatId, async (tx, conversation) => ({
          answer: null,
          changes: await expire(tx, conversation, step, now),
        }));
      }
      return true;
    } catch (cause) {
      this.log.warn({ err: cause, chatId }, 'expiry sweep skipped conversation');
      return false;
    }
  }
}

async function expire(
  tx: Tx,
  conversation: LockedConversation,
  ids: readonly string[],
  now: Date,
): Promise<ConversationMutation[]> {
  const due = await readExpired(tx, conversation.id, ids, now);
  const tombstones = due.map((row) => tombstoneOf(row, conversation.nextRev(), now));
  if (tombstones.length === 0) return [];
  await writeTombstones(tx, [tombstones.map(({ id }) => id), tombstones.map(({ rev }) => rev), now]);
  return tombstones.map((row, index) =>
    changed(messageDeleted, {
      chatId: conversation.id,
      rev: row.rev,
      actorId: row.senderId,
      message: messageView(row, conversation.members),
      attachmentIds: due[index] ? filesOf(due[index]) : [],
    }),
  );
}
