import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Tombstones of deleted accounts. */
export class DepartedPeople1764290000000 implements MigrationInterface {
  readonly name = 'DepartedPeople1764290000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE "departed_people" ("id" uuid NOT NULL, CONSTRAINT "departed_people_pkey" PRIMARY KEY ("id"))`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE "departed_people"');
  }
}
