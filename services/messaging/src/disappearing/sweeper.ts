import { messageDeleted } from '@duet/contracts';
import { LOGGER, type Log, Recurring, type Tx } from '@duet/service-kit';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { Clock } from '../clock/clock.js';
import { type Change, Changes, type Held, changed } from '../conversations/changes.js';
import { readExpired } from '../messages/message.rows.js';
import { messageView } from '../messages/message.view.js';
import { filesOf } from '../previews/preview-facts.js';
import { EMPTIED, buried } from '../messages/tombstones.js';

/** Clients hide a message at its very second; here it may take this long, in milliseconds. */
const EVERY = 2_000;

/** So many at a time, and so many of one conversation in one transaction. */
const BATCH = 500;
const STEP = 100;

const DUE = 'SELECT id, conversation_id AS "chatId" FROM messages WHERE expires_at <= $1 AND deleted_at IS NULL ORDER BY expires_at LIMIT $2';

const BURY = `
  WITH given AS (SELECT * FROM unnest($1::uuid[], $2::int[]) AS given (id, rev)),
  unreacted AS (DELETE FROM reactions USING given WHERE reactions.message_id = given.id),
  unattached AS (DELETE FROM attachments USING given WHERE attachments.message_id = given.id)
  UPDATE messages SET ${EMPTIED}, deleted_at = $3, rev = given.rev FROM given WHERE messages.id = given.id`;

/**
 * Makes tombstones of messages whose time has come, whoever is connected and whether or not the couple still is one.
 * Every replica sweeps: under the conversation's lock each message is found once.
 */
@Injectable()
export class Sweeper implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly recurring: Recurring;
  private stopped = false;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(Changes) private readonly changes: Changes,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(LOGGER) private readonly log: Log,
  ) {
    this.recurring = new Recurring(EVERY, () => this.sweep(), (cause) => this.log.warn({ err: cause }, 'messages that are due could not be looked for'));
  }

  onApplicationBootstrap(): void {
    this.recurring.start();
  }

  async onModuleDestroy(): Promise<void> {
    this.stopped = true;
    await this.recurring.stop();
  }

  /** Until nothing is due, or what is due cannot be had now. */
  async sweep(): Promise<void> {
    for (let buriedNow = BATCH; buriedNow === BATCH && !this.stopped; ) {
      const now = this.clock.now();
      const due = await this.database.query<{ id: string; chatId: string }[]>(DUE, [now, BATCH]);
      buriedNow = 0;
      for (const [chatId, rows] of Map.groupBy(due, (row) => row.chatId)) buriedNow += await this.buryIn(chatId, rows.map(({ id }) => id), now);
    }
  }

  /** @returns how many of them are gone now; a conversation that cannot be had keeps nobody else waiting. */
  private async buryIn(chatId: string, ids: string[], now: Date): Promise<number> {
    let done = 0;
    try {
      for (; done < ids.length; done += STEP) {
        const step = ids.slice(done, done + STEP);
        await this.changes.runIn(chatId, async (tx, held) => ({ answer: null, changes: await bury(tx, held, step, now) }));
      }
    } catch (cause) {
      this.log.warn({ err: cause, chatId }, 'messages of a conversation stay beyond their time');
    }
    return Math.min(done, ids.length);
  }
}

async function bury(tx: Tx, held: Held, ids: readonly string[], now: Date): Promise<Change[]> {
  const due = await readExpired(tx, held.id, ids, now);
  const tombstones = due.map((row) => buried(row, held.nextRev(), now));
  if (tombstones.length === 0) return [];
  await tx.query(BURY, [tombstones.map(({ id }) => id), tombstones.map(({ rev }) => rev), now]);
  return tombstones.map((row, index) =>
    changed(messageDeleted, {
      chatId: held.id,
      rev: row.rev,
      actorId: row.senderId,
      message: messageView(row, held.members),
      attachmentIds: due[index] ? filesOf(due[index]) : [],
    }),
  );
}
