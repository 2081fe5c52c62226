import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Words beside files that have a link; the queries use the same expression. */
const CAPTION_LINK = `(type IN ('image', 'video', 'file') AND content ~* '\\m(https?://|www\\.)[^[:space:]]')`;

const UP = [
  // An interrupted build leaves an invalid index behind.
  'DROP INDEX CONCURRENTLY IF EXISTS "messages_caption_links"',
  `CREATE INDEX CONCURRENTLY "messages_caption_links" ON "messages" ("conversation_id", "seq") WHERE deleted_at IS NULL AND ${CAPTION_LINK}`,
];

/** Finds links in captions: the gallery's index has one kind per message, and a photo is among the media. */
export class CaptionLinks1764280000000 implements MigrationInterface {
  readonly name = 'CaptionLinks1764280000000';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX IF EXISTS "messages_caption_links"');
  }
}
