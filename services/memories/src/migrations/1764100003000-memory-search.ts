import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  // As `searchKey` of the contracts folds: the built-in collation knows the letters of all scripts.
  `CREATE FUNCTION folded(given text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
   RETURN regexp_replace(normalize(lower(given COLLATE "pg_c_utf8"), NFKD), '[\\u0300-\\u036f]', '', 'g')`,
  // PostgreSQL refuses words of 2 KB; those of 255 characters or more are left out.
  `CREATE FUNCTION words_under(given text, couple uuid) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE
   RETURN (replace(' ' || strip(to_tsvector('simple', regexp_replace(folded(given), '[^[:space:]]{255,}', ' ', 'g')))::text, ' ''', ' ''' || right(couple::text, 12)))::tsvector`,
  `CREATE FUNCTION capsule_words(title text, description text, tags text[], couple uuid) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE
   RETURN words_under(title || ' ' || description || ' ' || array_to_string(tags, ' '), couple)`,
  `CREATE FUNCTION contribution_words(given text, place text, couple uuid) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE
   RETURN words_under(given || ' ' || coalesce(place, ''), couple)`,
  `CREATE INDEX "capsules_search" ON "capsules" USING gin (capsule_words("title", "description", "tags", "couple_id"))`,
  `CREATE INDEX "contributions_search" ON "contributions" USING gin (contribution_words("text", "place_label", "couple_id"))`,
  `CREATE INDEX "capsules_couple_status" ON "capsules" ("couple_id", "status", "id")`,
];

const DOWN = [
  'DROP INDEX "capsules_couple_status"',
  'DROP INDEX "contributions_search"',
  'DROP INDEX "capsules_search"',
  'DROP FUNCTION contribution_words(text, text, uuid)',
  'DROP FUNCTION capsule_words(text, text, text[], uuid)',
  'DROP FUNCTION words_under(text, uuid)',
  'DROP FUNCTION folded(text)',
];

/**
 * Indexes every word of capsules and contributions under its couple, so that a search reads no other couple's entries. The
 * words are functions, because TypeORM cannot describe an index on an expression: the entities only know their names.
 */
export class MemorySearch1764100003000 implements MigrationInterface {
  readonly name = 'MemorySearch1764100003000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}
