import type { MigrationInterface, QueryRunner } from 'typeorm';

const EARLIER_KEPT_CHECK = `(kept_id IS NOT NULL) = (kind IN ('message', 'answer', 'challenge', 'step')) AND (kept_message IS NOT NULL) = (kind = 'message') AND (kept_answers IS NOT NULL) = (kind = 'answer') AND (kept_challenge IS NOT NULL) = (kind IN ('challenge', 'step'))`;

const UP = [
  `ALTER TABLE "capsules" ADD "story_session_id" uuid`,
  `ALTER TABLE "capsules" DROP CONSTRAINT "capsules_source_check"`,
  `ALTER TABLE "capsules" ADD CONSTRAINT "capsules_source_check" CHECK (source IN ('manual', 'chat', 'year', 'challenge', 'story'))`,
  `ALTER TABLE "capsules" ADD CONSTRAINT "capsules_story_check" CHECK ((source = 'story') = (story_session_id IS NOT NULL))`,
  `CREATE UNIQUE INDEX "capsules_story" ON "capsules" ("couple_id", "story_session_id") WHERE story_session_id IS NOT NULL`,
  `ALTER TABLE "contributions" ADD "kept_story" jsonb`,
  `ALTER TABLE "contributions" DROP CONSTRAINT "contributions_kept_check"`,
  `ALTER TABLE "contributions" ADD CONSTRAINT "contributions_kept_check" CHECK (${EARLIER_KEPT_CHECK} AND (kept_story IS NOT NULL) = (kind = 'story'))`,
];

const DOWN = [
  `DELETE FROM "contributions" WHERE kept_story IS NOT NULL`,
  `ALTER TABLE "contributions" DROP CONSTRAINT "contributions_kept_check"`,
  `ALTER TABLE "contributions" DROP COLUMN "kept_story"`,
  `ALTER TABLE "contributions" ADD CONSTRAINT "contributions_kept_check" CHECK (${EARLIER_KEPT_CHECK})`,
  `DELETE FROM "capsules" WHERE source = 'story'`,
  `ALTER TABLE "capsules" DROP CONSTRAINT "capsules_story_check"`,
  `ALTER TABLE "capsules" DROP CONSTRAINT "capsules_source_check"`,
  `ALTER TABLE "capsules" DROP COLUMN "story_session_id"`,
  `ALTER TABLE "capsules" ADD CONSTRAINT "capsules_source_check" CHECK (source IN ('manual', 'chat', 'year', 'challenge'))`,
];

/** Keepsakes of stories. */
export class StoryKeepsakes1764208001000 implements MigrationInterface {
  readonly name = 'StoryKeepsakes1764208001000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}
