import type { MigrationInterface, QueryRunner } from 'typeorm';

const KEPT_CHECK = `CHECK ((kept_id IS NOT NULL) = (kind IN ('message', 'answer', 'challenge', 'step')) AND (kept_message IS NOT NULL) = (kind = 'message') AND (kept_answers IS NOT NULL) = (kind = 'answer') AND (kept_challenge IS NOT NULL) = (kind IN ('challenge', 'step')))`;
const EARLIER_KEPT_CHECK = `CHECK ((kept_id IS NOT NULL) = (kind IN ('message', 'answer')) AND (kept_message IS NOT NULL) = (kind = 'message') AND (kept_answers IS NOT NULL) = (kind = 'answer'))`;

const UP = [
  `ALTER TABLE "capsules" ADD "challenge_id" uuid`,
  `ALTER TABLE "capsules" DROP CONSTRAINT "capsules_source_check"`,
  `ALTER TABLE "capsules" ADD CONSTRAINT "capsules_source_check" CHECK (source IN ('manual', 'chat', 'year', 'challenge'))`,
  `ALTER TABLE "capsules" ADD CONSTRAINT "capsules_challenge_check" CHECK ((source = 'challenge') = (challenge_id IS NOT NULL))`,
  `CREATE UNIQUE INDEX "capsules_challenge" ON "capsules" ("couple_id", "challenge_id") WHERE challenge_id IS NOT NULL`,
  `ALTER TABLE "contributions" ADD "kept_challenge" jsonb`,
  `ALTER TABLE "contributions" DROP CONSTRAINT "contributions_kept_check"`,
  `ALTER TABLE "contributions" ADD CONSTRAINT "contributions_kept_check" ${KEPT_CHECK}`,
  `ALTER TABLE "contribution_files" ADD "transcript" text`,
  `ALTER TABLE "contribution_files" DROP CONSTRAINT "contribution_files_kind_check"`,
  `ALTER TABLE "contribution_files" ADD CONSTRAINT "contribution_files_kind_check" CHECK (kind IN ('image', 'video', 'voice', 'file'))`,
];

const DOWN = [
  `DELETE FROM "contribution_files" WHERE kind = 'file'`,
  `ALTER TABLE "contribution_files" DROP CONSTRAINT "contribution_files_kind_check"`,
  `ALTER TABLE "contribution_files" ADD CONSTRAINT "contribution_files_kind_check" CHECK (kind IN ('image', 'video', 'voice'))`,
  `ALTER TABLE "contribution_files" DROP COLUMN "transcript"`,
  `DELETE FROM "contributions" WHERE kept_challenge IS NOT NULL`,
  `ALTER TABLE "contributions" DROP CONSTRAINT "contributions_kept_check"`,
  `ALTER TABLE "contributions" ADD CONSTRAINT "contributions_kept_check" ${EARLIER_KEPT_CHECK}`,
  `ALTER TABLE "contributions" DROP COLUMN "kept_challenge"`,
  `DELETE FROM "capsules" WHERE source = 'challenge'`,
  `ALTER TABLE "capsules" DROP CONSTRAINT "capsules_source_check"`,
  `ALTER TABLE "capsules" ADD CONSTRAINT "capsules_source_check" CHECK (source IN ('manual', 'chat', 'year'))`,
  `ALTER TABLE "capsules" DROP COLUMN "challenge_id"`,
];

/** Files of kept messages, keepsakes of challenges, and challenges in the keepsake of a year. */
export class Keepsakes1764200000000 implements MigrationInterface {
  readonly name = 'Keepsakes1764200000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}
