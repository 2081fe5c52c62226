import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The search query uses the same expression. */
const WORDS = `(replace(' ' || strip(to_tsvector('simple', CASE WHEN length(content) < 255 THEN content ELSE regexp_replace(content, '[^[:space:]]{255,}', ' ', 'g') END))::text, ' ''', ' ''' || right(conversation_id::text, 12)))::tsvector`;

/** Indexes every word under its conversation, so that a search reads no other conversation's entries. */
export class SearchWithinAConversation1763733000000 implements MigrationInterface {
  readonly name = 'SearchWithinAConversation1763733000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX "messages_search"');
    await runner.query(`CREATE INDEX "messages_search" ON "messages" USING gin ((${WORDS}))`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX "messages_search"');
    await runner.query(`CREATE INDEX "messages_search" ON "messages" USING gin (to_tsvector('simple', "content"))`);
  }
}
