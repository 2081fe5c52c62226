import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `ALTER TABLE "couples" ADD "together_since" date`,
  `ALTER TABLE "couples" ADD "together_since_version" integer NOT NULL DEFAULT '0'`,
  `ALTER TABLE "couples" ADD "remind_at" TIMESTAMP WITH TIME ZONE`,
  `ALTER TABLE "couples" ADD CONSTRAINT "couples_together_since_check" CHECK (together_since_version >= 0)`,
  // Makes every couple due, so that the first run of the job plans its reminders.
  `UPDATE "couples" SET "remind_at" = now() WHERE "ended_at" IS NULL`,
  `CREATE INDEX "couples_remind_at" ON "couples" ("remind_at") WHERE remind_at IS NOT NULL`,
  `CREATE TABLE "important_dates" ("id" uuid NOT NULL, "couple_id" uuid NOT NULL, "title" text NOT NULL, "date" date NOT NULL, "yearly" boolean NOT NULL, "remind_days_before" integer array NOT NULL, "private_to" uuid, "created_by" uuid, "client_id" uuid NOT NULL, "version" integer NOT NULL DEFAULT '1', CONSTRAINT "important_dates_version_check" CHECK (version > 0), CONSTRAINT "important_dates_private_check" CHECK (private_to IS NULL OR private_to = created_by), CONSTRAINT "important_dates_pkey" PRIMARY KEY ("id"))`,
  `CREATE INDEX "important_dates_private_to" ON "important_dates" ("private_to") WHERE private_to IS NOT NULL`,
  `CREATE INDEX "important_dates_created_by" ON "important_dates" ("created_by")`,
  `CREATE UNIQUE INDEX "important_dates_client_id" ON "important_dates" ("couple_id", "created_by", "client_id")`,
  `CREATE TABLE "date_reminders" ("id" uuid NOT NULL, "couple_id" uuid NOT NULL, "user_id" uuid NOT NULL, "date_id" uuid, "milestone" text, "count" integer, "occurs_on" date NOT NULL, "days_before" integer NOT NULL, CONSTRAINT "date_reminders_subject_check" CHECK ((date_id IS NULL) <> (milestone IS NULL)), CONSTRAINT "date_reminders_pkey" PRIMARY KEY ("id"))`,
  `CREATE INDEX "date_reminders_user" ON "date_reminders" ("user_id")`,
  `CREATE INDEX "date_reminders_couple" ON "date_reminders" ("couple_id")`,
  `CREATE UNIQUE INDEX "date_reminders_milestone_once" ON "date_reminders" ("couple_id", "user_id", "milestone", "count", "occurs_on") WHERE milestone IS NOT NULL`,
  `CREATE UNIQUE INDEX "date_reminders_once" ON "date_reminders" ("date_id", "user_id", "occurs_on", "days_before") WHERE date_id IS NOT NULL`,
  `CREATE TABLE "nicknames" ("couple_id" uuid NOT NULL, "user_id" uuid NOT NULL, "nickname" text NOT NULL, CONSTRAINT "nicknames_pkey" PRIMARY KEY ("couple_id", "user_id"))`,
  `CREATE INDEX "nicknames_user" ON "nicknames" ("user_id")`,
  `ALTER TABLE "important_dates" ADD CONSTRAINT "important_dates_couple_fkey" FOREIGN KEY ("couple_id") REFERENCES "couples"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
  `ALTER TABLE "important_dates" ADD CONSTRAINT "important_dates_private_to_fkey" FOREIGN KEY ("private_to") REFERENCES "people"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
  `ALTER TABLE "important_dates" ADD CONSTRAINT "important_dates_created_by_fkey" FOREIGN KEY ("created_by") REFERENCES "people"("id") ON DELETE SET NULL ON UPDATE NO ACTION`,
  `ALTER TABLE "date_reminders" ADD CONSTRAINT "date_reminders_couple_fkey" FOREIGN KEY ("couple_id") REFERENCES "couples"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
  `ALTER TABLE "date_reminders" ADD CONSTRAINT "date_reminders_user_fkey" FOREIGN KEY ("user_id") REFERENCES "people"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
  `ALTER TABLE "date_reminders" ADD CONSTRAINT "date_reminders_date_fkey" FOREIGN KEY ("date_id") REFERENCES "important_dates"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
  `ALTER TABLE "nicknames" ADD CONSTRAINT "nicknames_couple_fkey" FOREIGN KEY ("couple_id") REFERENCES "couples"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
  `ALTER TABLE "nicknames" ADD CONSTRAINT "nicknames_user_fkey" FOREIGN KEY ("user_id") REFERENCES "people"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
];

const DOWN = [
  'DROP TABLE "nicknames"',
  'DROP TABLE "date_reminders"',
  'DROP TABLE "important_dates"',
  `ALTER TABLE "couples" DROP COLUMN "remind_at", DROP COLUMN "together_since_version", DROP COLUMN "together_since"`,
];

export class Relationship1763742000000 implements MigrationInterface {
  readonly name = 'Relationship1763742000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}
