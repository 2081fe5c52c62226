import type { MigrationInterface, QueryRunner } from 'typeorm';
import { SentCounts1763715000000 } from './1763715000000-sent-counts.js';

/** Counts deletions and erasures by a trigger, which sends never fire. */
const COUNT_BURIED = `
  CREATE FUNCTION count_buried_messages() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
  BEGIN
    UPDATE conversation_members m SET deleted_count = m.deleted_count + given.added
    FROM (
      SELECT now.conversation_id, now.sender_id, count(*)::int AS added FROM fresh now JOIN old before USING (id)
      WHERE now.deleted_at IS NOT NULL AND before.deleted_at IS NULL GROUP BY now.conversation_id, now.sender_id
    ) given
    WHERE m.conversation_id = given.conversation_id AND m.user_id = given.sender_id;
    RETURN NULL;
  END $$`;

const UP = [
  `ALTER TABLE "conversations" ADD "sent_by_low" integer NOT NULL DEFAULT '0'`,
  `ALTER TABLE "conversation_members" ADD "deleted_count" integer NOT NULL DEFAULT '0'`,
  `UPDATE conversations c SET sent_by_low = (
     SELECT count(*) FROM messages WHERE conversation_id = c.id
       AND sender_id = (SELECT user_id FROM conversation_members WHERE conversation_id = c.id ORDER BY user_id LIMIT 1))`,
  `UPDATE conversation_members m SET deleted_count = (
     SELECT count(*) FROM messages WHERE conversation_id = m.conversation_id AND sender_id = m.user_id AND deleted_at IS NOT NULL)`,
  COUNT_BURIED,
  `CREATE TRIGGER messages_count_buried AFTER UPDATE ON messages REFERENCING OLD TABLE AS old NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION count_buried_messages()`,
];

const DOWN = [
  'DROP TRIGGER messages_count_buried ON messages',
  'DROP FUNCTION count_buried_messages()',
  'ALTER TABLE "conversation_members" DROP COLUMN "deleted_count"',
  'ALTER TABLE "conversations" DROP COLUMN "sent_by_low"',
];

/** Counting in the members' rows doubled the time of a batch of sends; the conversation row is written anyway. */
export class CountsOffTheHotPath1763720000000 implements MigrationInterface {
  readonly name = 'CountsOffTheHotPath1763720000000';

  async up(runner: QueryRunner): Promise<void> {
    await new SentCounts1763715000000().down(runner);
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
    await new SentCounts1763715000000().up(runner);
  }
}
