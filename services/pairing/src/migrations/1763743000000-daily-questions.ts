import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `CREATE TABLE "daily_couples" ("couple_id" uuid NOT NULL, "seed" text NOT NULL DEFAULT gen_random_uuid(), "day_key" text, "day_zone" text, "rhythm_shown" boolean NOT NULL DEFAULT true, "version" integer NOT NULL DEFAULT '1', "look_at" TIMESTAMP WITH TIME ZONE DEFAULT now(), CONSTRAINT "daily_couples_version_check" CHECK (version > 0), CONSTRAINT "daily_couples_pkey" PRIMARY KEY ("couple_id"))`,
  `CREATE INDEX "daily_couples_look_at" ON "daily_couples" ("look_at", "couple_id") WHERE look_at IS NOT NULL`,
  `CREATE TABLE "daily_pauses" ("couple_id" uuid NOT NULL, "from_key" text NOT NULL, "to_key" text NOT NULL, CONSTRAINT "daily_pauses_days_check" CHECK (from_key <= to_key), CONSTRAINT "daily_pauses_pkey" PRIMARY KEY ("couple_id", "from_key"))`,
  `CREATE TABLE "daily_preferences" ("couple_id" uuid NOT NULL, "user_id" uuid NOT NULL, "categories" text array NOT NULL, CONSTRAINT "daily_preferences_pkey" PRIMARY KEY ("couple_id", "user_id"))`,
  `CREATE INDEX "daily_preferences_user" ON "daily_preferences" ("user_id")`,
  `CREATE TABLE "daily_reminders" ("couple_id" uuid NOT NULL, "user_id" uuid NOT NULL, "day_key" text NOT NULL, CONSTRAINT "daily_reminders_pkey" PRIMARY KEY ("couple_id", "user_id", "day_key"))`,
  `CREATE INDEX "daily_reminders_user" ON "daily_reminders" ("user_id")`,
  `CREATE TABLE "own_questions" ("id" uuid NOT NULL, "couple_id" uuid NOT NULL, "author_id" uuid NOT NULL, "text" text NOT NULL, "type" text NOT NULL, "options" text array NOT NULL DEFAULT '{}', "words" text NOT NULL, "client_id" uuid NOT NULL, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT clock_timestamp(), "asked_at" TIMESTAMP WITH TIME ZONE, CONSTRAINT "own_questions_text_check" CHECK (char_length(text) BETWEEN 1 AND 300), CONSTRAINT "own_questions_pkey" PRIMARY KEY ("id"))`,
  `CREATE INDEX "own_questions_couple" ON "own_questions" ("couple_id")`,
  `CREATE INDEX "own_questions_waiting" ON "own_questions" ("couple_id", "created_at", "id") WHERE asked_at IS NULL`,
  `CREATE UNIQUE INDEX "own_questions_once" ON "own_questions" ("author_id", "client_id")`,
  `CREATE TABLE "daily_questions" ("id" uuid NOT NULL, "couple_id" uuid NOT NULL, "day_key" text NOT NULL, "library_id" text, "own_id" uuid, "type" text NOT NULL, "text" text, "options" text array NOT NULL DEFAULT '{}', "category" text, "words" text, "swapped" boolean NOT NULL DEFAULT false, "passed_id" text, "version" integer NOT NULL DEFAULT '1', "revealed_at" TIMESTAMP WITH TIME ZONE, CONSTRAINT "daily_questions_version_check" CHECK (version > 0), CONSTRAINT "daily_questions_day_check" CHECK (day_key ~ '^\\d{4}-\\d{2}-\\d{2}$'), CONSTRAINT "daily_questions_pkey" PRIMARY KEY ("id"))`,
  `CREATE INDEX "daily_questions_own" ON "daily_questions" ("own_id") WHERE own_id IS NOT NULL`,
  `CREATE UNIQUE INDEX "daily_questions_one_a_day" ON "daily_questions" ("couple_id", "day_key")`,
  `CREATE TABLE "daily_answers" ("question_id" uuid NOT NULL, "user_id" uuid NOT NULL, "value" smallint, "guess" smallint, "text" text NOT NULL DEFAULT '', "words" text NOT NULL DEFAULT '', "answered_at" TIMESTAMP WITH TIME ZONE NOT NULL, "version" integer NOT NULL DEFAULT '1', "client_id" uuid NOT NULL, CONSTRAINT "daily_answers_text_check" CHECK (char_length(text) <= 2000), CONSTRAINT "daily_answers_pkey" PRIMARY KEY ("question_id", "user_id"))`,
  `CREATE INDEX "daily_answers_user" ON "daily_answers" ("user_id")`,
  `CREATE TABLE "daily_reactions" ("question_id" uuid NOT NULL, "user_id" uuid NOT NULL, "emoji" text NOT NULL, "at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT clock_timestamp(), CONSTRAINT "daily_reactions_pkey" PRIMARY KEY ("question_id", "user_id", "emoji"))`,
  `CREATE INDEX "daily_reactions_user" ON "daily_reactions" ("user_id")`,
  `CREATE TABLE "daily_nevers" ("couple_id" uuid NOT NULL, "library_id" text NOT NULL, CONSTRAINT "daily_nevers_pkey" PRIMARY KEY ("couple_id", "library_id"))`,
  `ALTER TABLE "people" ADD "daily_question_time" text NOT NULL DEFAULT '19:00'`,
  `ALTER TABLE "daily_couples" ADD CONSTRAINT "daily_couples_couple_fkey" FOREIGN KEY ("couple_id") REFERENCES "couples"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
  `ALTER TABLE "daily_pauses" ADD CONSTRAINT "daily_pauses_couple_fkey" FOREIGN KEY ("couple_id") REFERENCES "couples"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
  `ALTER TABLE "daily_preferences" ADD CONSTRAINT "daily_preferences_couple_fkey" FOREIGN KEY ("couple_id") REFERENCES "couples"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
  `ALTER TABLE "daily_preferences" ADD CONSTRAINT "daily_preferences_user_fkey" FOREIGN KEY ("user_id") REFERENCES "people"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
  `ALTER TABLE "daily_reminders" ADD CONSTRAINT "daily_reminders_couple_fkey" FOREIGN KEY ("couple_id") REFERENCES "couples"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
  `ALTER TABLE "daily_reminders" ADD CONSTRAINT "daily_reminders_user_fkey" FOREIGN KEY ("user_id") REFERENCES "people"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
  `ALTER TABLE "own_questions" ADD CONSTRAINT "own_questions_couple_fkey" FOREIGN KEY ("couple_id") REFERENCES "couples"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
  `ALTER TABLE "own_questions" ADD CONSTRAINT "own_questions_author_fkey" FOREIGN KEY ("author_id") REFERENCES "people"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
  `ALTER TABLE "daily_questions" ADD CONSTRAINT "daily_questions_couple_fkey" FOREIGN KEY ("couple_id") REFERENCES "couples"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
  `ALTER TABLE "daily_questions" ADD CONSTRAINT "daily_questions_own_fkey" FOREIGN KEY ("own_id") REFERENCES "own_questions"("id") ON DELETE SET NULL ON UPDATE NO ACTION`,
  `ALTER TABLE "daily_answers" ADD CONSTRAINT "daily_answers_question_fkey" FOREIGN KEY ("question_id") REFERENCES "daily_questions"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
  `ALTER TABLE "daily_answers" ADD CONSTRAINT "daily_answers_user_fkey" FOREIGN KEY ("user_id") REFERENCES "people"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
  `ALTER TABLE "daily_reactions" ADD CONSTRAINT "daily_reactions_question_fkey" FOREIGN KEY ("question_id") REFERENCES "daily_questions"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
  `ALTER TABLE "daily_reactions" ADD CONSTRAINT "daily_reactions_user_fkey" FOREIGN KEY ("user_id") REFERENCES "people"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
  `ALTER TABLE "daily_nevers" ADD CONSTRAINT "daily_nevers_couple_fkey" FOREIGN KEY ("couple_id") REFERENCES "couples"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
  // Makes every couple due, so that the first run of the job plans its reminders.
  `INSERT INTO "daily_couples" ("couple_id") SELECT "id" FROM "couples" WHERE "ended_at" IS NULL`,
];

const TABLES = [
  'daily_nevers',
  'daily_reactions',
  'daily_answers',
  'daily_questions',
  'own_questions',
  'daily_reminders',
  'daily_preferences',
  'daily_pauses',
  'daily_couples',
];

export class DailyQuestions1763743000000 implements MigrationInterface {
  readonly name = 'DailyQuestions1763743000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await runner.query(`DROP TABLE "${table}"`);
    await runner.query('ALTER TABLE "people" DROP COLUMN "daily_question_time"');
  }
}
