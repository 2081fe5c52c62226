import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `ALTER TABLE "erased_users" ADD "listed" boolean NOT NULL DEFAULT false`,
  `CREATE INDEX "erased_users_unlisted" ON "erased_users" ("erased_at") WHERE NOT listed`,
];

const DOWN = ['DROP INDEX "erased_users_unlisted"', 'ALTER TABLE "erased_users" DROP COLUMN "listed"'];

/** A column that marks the erasures whose object is in the bucket. A restore of the database applies that list again. */
export class ErasureList1763769005000 implements MigrationInterface {
  readonly name = 'ErasureList1763769005000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}
