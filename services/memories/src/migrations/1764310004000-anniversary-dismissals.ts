import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `CREATE TABLE "anniversary_dismissals" ("couple_id" uuid NOT NULL, "user_id" uuid NOT NULL, "year" integer NOT NULL, CONSTRAINT "anniversary_dismissals_pkey" PRIMARY KEY ("couple_id", "user_id", "year"))`,
  `CREATE INDEX "anniversary_dismissals_user" ON "anniversary_dismissals" ("user_id")`,
  `ALTER TABLE "anniversary_dismissals" ADD CONSTRAINT "anniversary_dismissals_couple_fkey" FOREIGN KEY ("couple_id") REFERENCES "couples"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
];

/** "Not this year" on an anniversary. The previous build reads `year_dismissals`, so it has a table of its own. */
export class AnniversaryDismissals1764310004000 implements MigrationInterface {
  readonly name = 'AnniversaryDismissals1764310004000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE "anniversary_dismissals"');
  }
}
