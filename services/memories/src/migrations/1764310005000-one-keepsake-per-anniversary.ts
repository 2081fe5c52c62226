import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  // An interrupted build leaves an invalid index behind.
  'DROP INDEX CONCURRENTLY IF EXISTS "capsules_anniversary"',
  'CREATE UNIQUE INDEX CONCURRENTLY "capsules_anniversary" ON "capsules" ("couple_id", "anniversary_year") WHERE anniversary_year IS NOT NULL',
  'ALTER TABLE "capsules" VALIDATE CONSTRAINT "capsules_year_check"',
];

/** An anniversary has one keepsake: two members who press at the same moment make the same one. */
export class OneKeepsakePerAnniversary1764310005000 implements MigrationInterface {
  readonly name = 'OneKeepsakePerAnniversary1764310005000';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX IF EXISTS "capsules_anniversary"');
  }
}
