import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `ALTER TABLE "capsules" ADD "source" text NOT NULL DEFAULT 'manual'`,
  `ALTER TABLE "capsules" ADD "collects_kept" boolean NOT NULL DEFAULT false`,
  `ALTER TABLE "capsules" ADD "year" integer`,
  `ALTER TABLE "capsules" ADD CONSTRAINT "capsules_source_check" CHECK (source IN ('manual', 'chat', 'year'))`,
  `ALTER TABLE "capsules" ADD CONSTRAINT "capsules_year_check" CHECK ((source = 'year') = (year IS NOT NULL))`,
  `ALTER TABLE "capsules" ADD CONSTRAINT "capsules_kept_check" CHECK (NOT collects_kept OR (source = 'chat' AND status = 'collecting' AND deleted_at IS NULL))`,
  `CREATE UNIQUE INDEX "capsules_kept" ON "capsules" ("couple_id") WHERE collects_kept`,
  `CREATE UNIQUE INDEX "capsules_year" ON "capsules" ("couple_id", "year") WHERE year IS NOT NULL`,
  `ALTER TABLE "contributions" ADD "kept_id" uuid`,
  `ALTER TABLE "contributions" ADD "kept_by" uuid array NOT NULL DEFAULT '{}'`,
  `ALTER TABLE "contributions" ADD "kept_message" jsonb`,
  `ALTER TABLE "contributions" ADD "kept_answers" jsonb`,
  `ALTER TABLE "contributions" ADD CONSTRAINT "contributions_kept_check" CHECK ((kept_id IS NOT NULL) = (kind IN ('message', 'answer')) AND (kept_message IS NOT NULL) = (kind = 'message') AND (kept_answers IS NOT NULL) = (kind = 'answer'))`,
  `CREATE UNIQUE INDEX "contributions_kept" ON "contributions" ("capsule_id", "author_id", "kept_id") WHERE kept_id IS NOT NULL`,
  `CREATE INDEX "contributions_kept_of" ON "contributions" ("couple_id", "kept_id") WHERE kept_id IS NOT NULL`,
  `CREATE TABLE "year_dismissals" ("couple_id" uuid NOT NULL, "user_id" uuid NOT NULL, "year" integer NOT NULL, CONSTRAINT "year_dismissals_pkey" PRIMARY KEY ("couple_id", "user_id", "year"))`,
  `CREATE INDEX "year_dismissals_user" ON "year_dismissals" ("user_id")`,
  `ALTER TABLE "year_dismissals" ADD CONSTRAINT "year_dismissals_couple_fkey" FOREIGN KEY ("couple_id") REFERENCES "couples"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
];

const DOWN = [
  `DROP TABLE "year_dismissals"`,
  `DELETE FROM "contributions" WHERE kept_id IS NOT NULL`,
  `ALTER TABLE "contributions" DROP COLUMN "kept_answers", DROP COLUMN "kept_message", DROP COLUMN "kept_by", DROP COLUMN "kept_id"`,
  `ALTER TABLE "capsules" DROP COLUMN "year", DROP COLUMN "collects_kept", DROP COLUMN "source"`,
];

/** Kept messages and answers, the couple's album of them, and the keepsakes of a year. */
export class Keeping1764100001000 implements MigrationInterface {
  readonly name = 'Keeping1764100001000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}
