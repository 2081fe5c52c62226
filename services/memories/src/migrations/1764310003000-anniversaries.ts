import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `ALTER TABLE "capsules" ADD "anniversary_year" integer`,
  `ALTER TABLE "capsules" DROP CONSTRAINT "capsules_year_check"`,
  `ALTER TABLE "capsules" ADD CONSTRAINT "capsules_year_check" CHECK (num_nonnulls(year, anniversary_year) = (source = 'year')::int) NOT VALID`,
];

const DOWN = [
  `DELETE FROM "capsules" WHERE anniversary_year IS NOT NULL`,
  `ALTER TABLE "capsules" DROP CONSTRAINT "capsules_year_check"`,
  `ALTER TABLE "capsules" ADD CONSTRAINT "capsules_year_check" CHECK ((source = 'year') = (year IS NOT NULL))`,
  `ALTER TABLE "capsules" DROP COLUMN "anniversary_year"`,
];

/** Keepsakes of anniversaries, beside those of calendar years. The previous build makes the latter alone. */
export class Anniversaries1764310003000 implements MigrationInterface {
  readonly name = 'Anniversaries1764310003000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}
