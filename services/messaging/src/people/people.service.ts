import { type PersonFact, TEXTS, conversationPrivacyChanged, userProfileChanged, wholePerson } from '@duet/contracts';
import { LivePush, OnFact, type Tx } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';

const KEEP = `
  INSERT INTO people (id, first_name, username, version, read_receipts, typing, online, disappearing_default, link_previews)
  SELECT * FROM unnest($1::uuid[], $2::text[], $3::text[], $4::int[], $5::boolean[], $6::boolean[], $7::boolean[], $8::int[], $9::boolean[])
    AS given (id, first_name, username, version, read_receipts, typing, online, disappearing_default, link_previews) ORDER BY id
  ON CONFLICT (id) DO UPDATE SET
    first_name = excluded.first_name, username = excluded.username, version = excluded.version,
    read_receipts = excluded.read_receipts, typing = excluded.typing, online = excluded.online,
    disappearing_default = excluded.disappearing_default, link_previews = excluded.link_previews
  WHERE people.version < excluded.version AND people.deleted_at IS NULL`;

const FORGET = `
  INSERT INTO people (id, first_name, username, version, deleted_at) VALUES ($1, $2, '', 0, now())
  ON CONFLICT (id) DO UPDATE SET first_name = $2, username = '', deleted_at = coalesce(people.deleted_at, now())`;

const SWITCHES = `SELECT concat_ws(' ', read_receipts, typing, online) AS switches FROM people WHERE id = $1 FOR NO KEY UPDATE`;

const SHORTEST = `
  SELECT id AS "userId", disappearing_default AS seconds FROM people
  WHERE id = ANY($1::uuid[]) AND disappearing_default IS NOT NULL ORDER BY disappearing_default, id LIMIT 1`;

const CONVERSATION_OF = `
  SELECT m.conversation_id AS "chatId", array_agg(each.user_id) AS members
  FROM conversation_members m JOIN conversation_members each ON each.conversation_id = m.conversation_id
  WHERE m.user_id = $1 AND m.active GROUP BY m.conversation_id`;

/** The names of those who write here, and what they show of themselves. */
@Injectable()
export class PeopleService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(LivePush) private readonly live: LivePush,
  ) {}

  @OnFact(userProfileChanged)
  async profileChanged(person: PersonFact): Promise<void> {
    const isNews = await this.database.transaction(async (tx) => {
      const before = await switchesOf(tx, person._id);
      await this.keep(tx, [person]);
      return before !== (await switchesOf(tx, person._id));
    });
    if (!isNews) return;
    const affected = await this.database.query<{ chatId: string; members: [string, string] }[]>(CONVERSATION_OF, [person._id]);
    for (const { chatId, members } of affected) this.live.push(conversationPrivacyChanged, { chatId, members });
  }

  /** Keeps what is newer than what is known. Everybody takes these rows before a conversation's, in the order of ids. */
  async keep(tx: Tx, facts: readonly PersonFact[]): Promise<void> {
    const people = facts.map(wholePerson);
    await tx.query(KEEP, [
      people.map((person) => person._id),
      people.map((person) => person.firstName),
      people.map((person) => person.username),
      people.map((person) => person.version),
      people.map((person) => person.readReceipts),
      people.map((person) => person.typing),
      people.map((person) => person.online),
      people.map((person) => person.disappearingDefault),
      people.map((person) => person.linkPreviews),
    ]);
  }

  /** Forgets a deleted account's names for good. */
  async forget(tx: Tx, userId: string): Promise<void> {
    await tx.query(FORGET, [userId, TEXTS.deletedPerson]);
  }

  /** Whose time for new conversations is the shortest; of equal ones, whoever has the lower id. */
  async shortestDefault(tx: Tx, userIds: readonly string[]): Promise<{ userId: string; seconds: number } | undefined> {
    return (await tx.query<{ userId: string; seconds: number }[]>(SHORTEST, [userIds]))[0];
  }

  /** True when one of them has deleted the account. */
  async someoneIsGone(tx: Tx, userIds: readonly string[]): Promise<boolean> {
    const gone = await tx.query<unknown[]>('SELECT 1 FROM people WHERE id = ANY($1::uuid[]) AND deleted_at IS NOT NULL LIMIT 1', [userIds]);
    return gone.length > 0;
  }
}

async function switchesOf(tx: Tx, userId: string): Promise<string | undefined> {
  const [row] = await tx.query<{ switches: string }[]>(SWITCHES, [userId]);
  return row?.switches;
}
