import { type CoupleLinked, type CouplePurged, type CoupleUnlinked, conversationClosed, conversationOpened, coupleLinked, couplePurged, coupleUnlinked } from '@duet/contracts';
import { LivePush, OnFact, type Tx } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { switchTo } from '../disappearing/switching.js';
import { PeopleService } from '../people/people.service.js';
import { Changes } from './changes.js';
import type { ConversationStatus } from './conversation.entity.js';
import { hold } from './conversation.rows.js';
import { CoupleVersions } from './couple-versions.js';

const SET_STATUS = `
  INSERT INTO conversations (id, status, couple_version, ended_at) VALUES ($1, $2, $3, $4)
  ON CONFLICT (id) DO UPDATE SET status = excluded.status, couple_version = excluded.couple_version, ended_at = excluded.ended_at
  WHERE conversations.couple_version < excluded.couple_version
  RETURNING id`;

/** `begins` where nobody had been in it: nothing was ever said or agreed on there. */
const JOIN = `
  INSERT INTO conversation_members (conversation_id, user_id, active) SELECT $1, user_id, $3 FROM unnest($2::uuid[]) AS given (user_id)
  ON CONFLICT (conversation_id, user_id) DO UPDATE SET active = excluded.active
  RETURNING xmax = 0 AS begins`;

/** With the names of this moment: what the two are called from now on is no longer the other's to know. */
const LEAVE = `
  UPDATE conversation_members m SET active = false, first_name_at_end = p.first_name, username_at_end = p.username
  FROM people p WHERE p.id = m.user_id AND m.conversation_id = $1`;

/** So many messages go in one transaction, well inside the statement's time. */
const PURGE_STEP = 2_000;

/**
 * Conversations follow the couples: a link opens or reopens one, an unlink ends it, a purge removes it. A fact that
 * is older than what is known changes nothing, and one that comes again is told to the sockets again.
 */
@Injectable()
export class CoupleFacts {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(PeopleService) private readonly people: PeopleService,
    @Inject(CoupleVersions) private readonly versions: CoupleVersions,
    @Inject(Changes) private readonly changes: Changes,
    @Inject(LivePush) private readonly live: LivePush,
  ) {}

  /**
   * A link that overtook the unlink of a member's former couple breaks `conversation_members_one_active`: it is
   * refused here and delivered again, after that unlink.
   */
  @OnFact(coupleLinked)
  async linked(fact: CoupleLinked): Promise<void> {
    const memberIds = fact.members.map((member) => member._id);
    await this.database.transaction(async (tx) => {
      await this.people.keep(tx, fact.members);
      const active = !(await this.people.someoneIsGone(tx, memberIds));
      const changed = await this.setStatus(tx, fact.coupleId, active ? 'active' : 'ended', fact.version, active ? null : fact.linkedAt);
      if (!changed) return;
      const joined = await tx.query<{ begins: boolean }[]>(JOIN, [fact.coupleId, memberIds, active]);
      if (active && joined.every(({ begins }) => begins)) await this.begin(tx, fact.coupleId, memberIds);
    });
    this.versions.announce(fact.coupleId);
    const open = await this.database.query<{ rev: number }[]>(
      `SELECT last_rev AS rev FROM conversations WHERE id = $1 AND couple_version = $2 AND status = 'active'`,
      [fact.coupleId, fact.version],
    );
    const [a, b] = fact.members;
    for (const { rev } of open) this.live.push(conversationOpened, { chatId: fact.coupleId, members: [a._id, b._id], rev });
  }

  @OnFact(coupleUnlinked)
  async unlinked(fact: CoupleUnlinked): Promise<void> {
    const isLatest = await this.database.transaction(async (tx) => {
      if (await this.setStatus(tx, fact.coupleId, 'ended', fact.version, fact.endedAt)) {
        await tx.query(LEAVE, [fact.coupleId]);
      }
      const newer = await tx.query<unknown[]>('SELECT 1 FROM conversations WHERE id = $1 AND couple_version > $2', [fact.coupleId, fact.version]);
      return newer.length === 0;
    });
    this.versions.announce(fact.coupleId);
    if (isLatest) this.live.push(conversationClosed, { chatId: fact.coupleId, members: fact.members });
  }

  @OnFact(couplePurged)
  async purged({ coupleId, version }: CouplePurged): Promise<void> {
    const dead = `SELECT id FROM conversations WHERE id = $1 AND couple_version <= $2 AND status = 'ended'`;
    // Newest first: a reply goes before or with the message it quotes.
    const step = `
      WITH doomed AS (SELECT id FROM messages WHERE conversation_id IN (${dead}) ORDER BY seq DESC LIMIT ${PURGE_STEP})
      DELETE FROM messages USING doomed WHERE messages.id = doomed.id`;
    for (let removed = PURGE_STEP; removed === PURGE_STEP; ) {
      [, removed] = await this.database.query<[unknown[], number]>(step, [coupleId, version]);
    }
    await this.database.query(`DELETE FROM conversations WHERE id IN (${dead})`, [coupleId, version]);
    const early = await this.database.query<unknown[]>('SELECT 1 FROM conversations WHERE id = $1 AND couple_version < $2', [coupleId, version]);
    if (early.length > 0) throw new Error('a couple was purged before its end was heard of: again later');
  }

  /**
   * What the two want of new conversations counts from the first message on. The people's rows are held and have the
   * newest of what auth told here and of what pairing knew; what is set later is for other conversations. Who loads
   * the conversation finds it there, so no socket is told.
   */
  private async begin(tx: Tx, chatId: string, memberIds: string[]): Promise<void> {
    const preferred = await this.people.shortestDefault(tx, memberIds);
    const conversation = preferred && (await hold(tx, chatId));
    if (!conversation) return;
    await this.changes.within(tx, conversation, async (_tx, held) => ({
      answer: null,
      changes: await switchTo(tx, held, preferred.userId, { kind: 'disappearing', seconds: preferred.seconds, fromStart: true }),
    }));
  }

  private async setStatus(tx: Tx, coupleId: string, status: ConversationStatus, version: number, endedAt: string | null): Promise<boolean> {
    const changed = await tx.query<unknown[]>(SET_STATUS, [coupleId, status, version, endedAt]);
    return changed.length > 0;
  }
}
