import { type PersonFact, TEXTS, userProfileChanged } from '@duet/contracts';
import { OnFact, type Tx } from '@duet/service-kit';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';

const KEEP = `
  INSERT INTO people (id, first_name, username, version)
  SELECT * FROM unnest($1::uuid[], $2::text[], $3::text[], $4::int[]) AS given (id, first_name, username, version) ORDER BY id
  ON CONFLICT (id) DO UPDATE SET first_name = excluded.first_name, username = excluded.username, version = excluded.version
  WHERE people.version < excluded.version AND people.deleted_at IS NULL`;

const FORGET = `
  INSERT INTO people (id, first_name, username, version, deleted_at) VALUES ($1, $2, '', 0, now())
  ON CONFLICT (id) DO UPDATE SET first_name = $2, username = '', deleted_at = coalesce(people.deleted_at, now())`;

/** The names of those who write here. */
@Injectable()
export class PeopleService {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  @OnFact(userProfileChanged)
  async profileChanged(person: PersonFact): Promise<void> {
    await this.keep(this.database.manager, [person]);
  }

  /** Keeps what is newer than what is known. Everybody takes these rows before a conversation's, in the order of ids. */
  async keep(tx: Tx, people: readonly PersonFact[]): Promise<void> {
    await tx.query(KEEP, [
      people.map((person) => person._id),
      people.map((person) => person.firstName),
      people.map((person) => person.username),
      people.map((person) => person.version),
    ]);
  }

  /** Forgets a deleted account's names for good. */
  async forget(tx: Tx, userId: string): Promise<void> {
    await tx.query(FORGET, [userId, TEXTS.deletedPerson]);
  }

  /** True when one of them has deleted the account. */
  async someoneIsGone(tx: Tx, userIds: readonly string[]): Promise<boolean> {
    const gone = await tx.query<unknown[]>('SELECT 1 FROM people WHERE id = ANY($1::uuid[]) AND deleted_at IS NOT NULL LIMIT 1', [userIds]);
    return gone.length > 0;
  }
}
