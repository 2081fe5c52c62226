import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `INSERT INTO jobs (queue, key, due_at, created_at) SELECT 'words', id::text, now(), now() FROM conversations WHERE last_seq >= 256
   ON CONFLICT (queue, key) DO NOTHING`,
  // A database without messages has no previous build.
  `DO $$ BEGIN
     IF EXISTS (SELECT FROM messages) THEN
       INSERT INTO jobs (queue, key, due_at, created_at) VALUES ('words', 'messages_search', now() + interval '7 days', now())
       ON CONFLICT (queue, key) DO NOTHING;
     ELSE
       DROP INDEX IF EXISTS messages_search;
     END IF;
   END $$`,
];

/** As it was since `SearchWithinAConversation1763733000000`. */
const WORDS = `(replace(' ' || strip(to_tsvector('simple', CASE WHEN length(content) < 255 THEN content ELSE regexp_replace(content, '[^[:space:]]{255,}', ' ', 'g') END))::text, ' ''', ' ''' || right(conversation_id::text, 12)))::tsvector`;

/** A worker writes the blocks of all conversations. It drops the index after a week, because the previous build searches by it. */
export class WordsBehindTheCommit1764270002000 implements MigrationInterface {
  readonly name = 'WordsBehindTheCommit1764270002000';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE INDEX IF NOT EXISTS "messages_search" ON "messages" USING gin ((${WORDS}))`);
  }
}
