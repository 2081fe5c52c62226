import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The query that searches says the very same. */
const WORDS = `(replace(' ' || strip(to_tsvector('simple', CASE WHEN length(content) < 255 THEN content ELSE regexp_replace(content, '[^[:space:]]{255,}', ' ', 'g') END))::text, ' ''', ' ''' || right(conversation_id::text, 12)))::tsvector`;

/** Every word is kept under its conversation, so that a search finds nobody else's words on its way. */
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
