import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `ALTER TABLE "couples" ADD "previews" integer NOT NULL DEFAULT '0', ADD "previews_since" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now()`,
  `CREATE TABLE "preview_jobs" ("message_id" uuid NOT NULL, "couple_id" uuid NOT NULL, "owner_id" uuid NOT NULL, "attempts" integer NOT NULL DEFAULT '0', "lease" uuid, "next_attempt_at" TIMESTAMP WITH TIME ZONE NOT NULL, CONSTRAINT "preview_jobs_attempts_check" CHECK (attempts >= 0), CONSTRAINT "preview_jobs_pkey" PRIMARY KEY ("message_id"))`,
  `CREATE INDEX "preview_jobs_couple" ON "preview_jobs" ("couple_id")`,
  `CREATE INDEX "preview_jobs_next_attempt_at" ON "preview_jobs" ("next_attempt_at")`,
];

const DOWN = [
  'DROP TABLE "preview_jobs"',
  'ALTER TABLE "couples" DROP COLUMN "previews_since", DROP COLUMN "previews"',
];

/** Jobs of link previews, and a couple's number of previews in the present window. */
export class LinkPreviews1763745000000 implements MigrationInterface {
  readonly name = 'LinkPreviews1763745000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}
