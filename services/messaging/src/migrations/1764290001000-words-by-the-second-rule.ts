import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The previous build serves the same queue, and would finish a job without writing anything. After an hour it is gone. */
const DUE = `now() + interval '1 hour'`;

const UP = [
  // A worker of the previous build that has begun loses its job.
  `INSERT INTO jobs (queue, key, due_at, created_at) SELECT 'words', id::text, ${DUE}, now() FROM conversations WHERE last_seq >= 256
   ON CONFLICT (queue, key) DO UPDATE SET attempts = 0, lease = NULL, due_at = excluded.due_at`,
  // A database without messages has no previous build.
  `INSERT INTO jobs (queue, key, due_at, created_at) SELECT 'words', 'transcripts', ${DUE}, now() WHERE EXISTS (SELECT FROM messages)
   ON CONFLICT (queue, key) DO UPDATE SET attempts = 0, lease = NULL, due_at = excluded.due_at`,
];

/** A worker writes the words of all blocks and transcripts anew. Until then a search reads the messages of these blocks themselves. */
export class WordsByTheSecondRule1764290001000 implements MigrationInterface {
  readonly name = 'WordsByTheSecondRule1764290001000';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  /** The previous build finds what it found in these words too. */
  async down(): Promise<void> {}
}
