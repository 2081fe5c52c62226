import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The lock is that of `lockWords`: a block that is being written is committed before it is deleted. The job writes the block
 * anew ten minutes later, so that a series of deletions does not write it each time. A worker that has begun loses its job, as
 * it may have passed the block already.
 */
const FORGET = `
  CREATE FUNCTION forget_changed_words() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
  BEGIN
    PERFORM pg_advisory_xact_lock_shared(53483, hashtext(OLD.conversation_id::text));
    DELETE FROM word_blocks WHERE conversation_id = OLD.conversation_id AND block = (OLD.seq - 1) / 256;
    IF FOUND THEN
      INSERT INTO jobs (queue, key, due_at, created_at)
      VALUES ('words', OLD.conversation_id::text, now() + interval '10 minutes', now())
      ON CONFLICT (queue, key) DO UPDATE SET attempts = 0, lease = NULL, due_at = excluded.due_at WHERE jobs.lease IS NOT NULL;
    END IF;
    RETURN NULL;
  END $$`;

const UP = [
  FORGET,
  `CREATE TRIGGER messages_forget_changed_words AFTER UPDATE OF content ON messages FOR EACH ROW
   WHEN (OLD.content IS DISTINCT FROM NEW.content) EXECUTE FUNCTION forget_changed_words()`,
  `CREATE TRIGGER messages_forget_deleted_words AFTER DELETE ON messages FOR EACH ROW EXECUTE FUNCTION forget_changed_words()`,
];

const DOWN = [
  'DROP TRIGGER messages_forget_deleted_words ON messages',
  'DROP TRIGGER messages_forget_changed_words ON messages',
  'DROP FUNCTION forget_changed_words()',
];

/** No word of a changed or deleted text stays in a block, whichever build changes it. */
export class ForgetChangedWords1764270001000 implements MigrationInterface {
  readonly name = 'ForgetChangedWords1764270001000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}
