import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `CREATE TABLE "moods" ("id" uuid NOT NULL, "couple_id" uuid NOT NULL, "user_id" uuid NOT NULL, "day" date NOT NULL, "mood" text, "note" text NOT NULL DEFAULT '', "set_at" TIMESTAMP WITH TIME ZONE NOT NULL, CONSTRAINT "moods_taken_back_check" CHECK (mood IS NOT NULL OR note = ''), CONSTRAINT "moods_pkey" PRIMARY KEY ("id"))`,
  `CREATE INDEX "moods_day" ON "moods" ("day")`,
  `CREATE INDEX "moods_user" ON "moods" ("user_id")`,
  `CREATE UNIQUE INDEX "moods_couple_day" ON "moods" ("couple_id", "day", "user_id")`,
  `ALTER TABLE "moods" ADD CONSTRAINT "moods_couple_fkey" FOREIGN KEY ("couple_id") REFERENCES "couples"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
  `ALTER TABLE "moods" ADD CONSTRAINT "moods_user_fkey" FOREIGN KEY ("user_id") REFERENCES "people"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
];

export class Moods1764213000000 implements MigrationInterface {
  readonly name = 'Moods1764213000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE "moods"');
  }
}
