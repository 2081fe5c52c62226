import { conversationClosed, userDeleted } from '@duet/contracts';
import { FactErasure, LivePush, OnFact } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { EMPTIED } from '../messages/tombstones.js';
import { PeopleService } from './people.service.js';

/** So many messages are erased in one statement, well inside its time. */
const STEP = 2_000;

const CHATS_OF = `SELECT conversation_id AS id FROM conversation_members WHERE user_id = $1`;

const END = `
  UPDATE conversations SET status = 'ended', ended_at = now()
  WHERE status = 'active' AND id IN (${CHATS_OF} AND active) RETURNING id`;

const LEAVE = `
  UPDATE conversation_members SET active = false WHERE conversation_id = ANY($1::uuid[])
  RETURNING conversation_id AS "chatId", user_id AS "userId"`;

const ERASE = `
  WITH doomed AS (
    SELECT id FROM messages
    WHERE conversation_id IN (${CHATS_OF}) AND sender_id = $1 AND deleted_at IS NULL LIMIT ${STEP}
  ),
  unreacted AS (DELETE FROM reactions USING doomed WHERE reactions.message_id = doomed.id),
  unattached AS (DELETE FROM attachments USING doomed WHERE attachments.message_id = doomed.id)
  UPDATE messages SET ${EMPTIED}, notice = NULL, deleted_at = coalesce(deleted_at, now())
  FROM doomed WHERE messages.id = doomed.id`;

/** Also the names that a former partner's export would show. */
const UNNAME = 'UPDATE conversation_members SET first_name_at_end = NULL, username_at_end = NULL WHERE user_id = $1';

const UNREACT = 'DELETE FROM reactions WHERE user_id = $1';

interface Leaver {
  chatId: string;
  userId: string;
}

/**
 * Takes a deleted account's words away. The conversation ends here and at once, whether or not the couple's unlink has
 * arrived: no message lands after that, and nobody syncs an ended conversation, so the tombstones need no revs.
 */
@Injectable()
export class Erasure {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(PeopleService) private readonly people: PeopleService,
    @Inject(FactErasure) private readonly facts: FactErasure,
    @Inject(LivePush) private readonly live: LivePush,
  ) {}

  @OnFact(userDeleted)
  async erase({ userId }: { userId: string }): Promise<void> {
    const leavers = await this.database.transaction(async (tx) => {
      await this.people.forget(tx, userId);
      await tx.query(UNNAME, [userId]);
      const [ended] = await tx.query<[{ id: string }[], number]>(END, [userId]);
      const [left] = await tx.query<[Leaver[], number]>(LEAVE, [ended.map(({ id }) => id)]);
      return left;
    });
    const [one, other] = leavers;
    if (one && other) this.live.push(conversationClosed, { chatId: one.chatId, members: [one.userId, other.userId] });
    await this.database.query(UNREACT, [userId]);
    for (let erased = STEP; erased === STEP; ) {
      [, erased] = await this.database.query<[unknown[], number]>(ERASE, [userId]);
    }
    const chats = await this.database.query<{ id: string }[]>(CHATS_OF, [userId]);
    await this.facts.erase([userId, ...chats.map(({ id }) => id)]);
  }
}
