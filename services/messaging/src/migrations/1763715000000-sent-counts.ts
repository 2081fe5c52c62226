import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Sums, per sender, the live messages that a statement added or removed. */
const counter = (name: string, changes: string): string => `
  CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
  BEGIN
    UPDATE conversation_members m SET sent_count = m.sent_count + given.added
    FROM (SELECT conversation_id, sender_id, sum(added)::int AS added FROM (${changes}) each GROUP BY conversation_id, sender_id) given
    WHERE m.conversation_id = given.conversation_id AND m.user_id = given.sender_id AND given.added <> 0;
    RETURN NULL;
  END $$`;

const ON_INSERT = 'SELECT conversation_id, sender_id, (deleted_at IS NULL)::int AS added FROM fresh';

const ON_UPDATE = `
  SELECT now.conversation_id, now.sender_id, (now.deleted_at IS NULL)::int - (before.deleted_at IS NULL)::int AS added
  FROM fresh now JOIN old before USING (id) WHERE (now.deleted_at IS NULL) <> (before.deleted_at IS NULL)`;

const ON_DELETE = 'SELECT conversation_id, sender_id, -(deleted_at IS NULL)::int AS added FROM old';

/**
 * Counts by triggers, so that no statement that writes messages can forget to count, without a round trip. A trigger runs once
 * per statement, and the writer has locked the conversation row.
 */
const UP = [
  `ALTER TABLE "conversation_members" ADD "sent_count" integer NOT NULL DEFAULT '0'`,
  `UPDATE conversation_members m SET sent_count = given.count
   FROM (SELECT conversation_id, sender_id, count(*)::int AS count FROM messages WHERE deleted_at IS NULL GROUP BY conversation_id, sender_id) given
   WHERE m.conversation_id = given.conversation_id AND m.user_id = given.sender_id`,
  counter('count_inserted_messages', ON_INSERT),
  counter('count_updated_messages', ON_UPDATE),
  counter('count_deleted_messages', ON_DELETE),
  `CREATE TRIGGER messages_count_inserted AFTER INSERT ON messages REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION count_inserted_messages()`,
  `CREATE TRIGGER messages_count_updated AFTER UPDATE ON messages REFERENCING OLD TABLE AS old NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION count_updated_messages()`,
  `CREATE TRIGGER messages_count_deleted AFTER DELETE ON messages REFERENCING OLD TABLE AS old FOR EACH STATEMENT EXECUTE FUNCTION count_deleted_messages()`,
];

const DOWN = [
  ...['inserted', 'updated', 'deleted'].flatMap((what) => [
    `DROP TRIGGER messages_count_${what} ON messages`,
    `DROP FUNCTION count_${what}_messages()`,
  ]),
  'ALTER TABLE "conversation_members" DROP COLUMN "sent_count"',
];

export class SentCounts1763715000000 implements MigrationInterface {
  readonly name = 'SentCounts1763715000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}
