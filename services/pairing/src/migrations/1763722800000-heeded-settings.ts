import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `ALTER TABLE "people" ADD "read_receipts" boolean NOT NULL DEFAULT true`,
  `ALTER TABLE "people" ADD "typing" boolean NOT NULL DEFAULT true`,
  `ALTER TABLE "people" ADD "online" boolean NOT NULL DEFAULT true`,
  `ALTER TABLE "people" ADD "unlisted" text array NOT NULL DEFAULT '{}'`,
];

export class HeededSettings1763722800000 implements MigrationInterface {
  readonly name = 'HeededSettings1763722800000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const column of ['unlisted', 'online', 'typing', 'read_receipts'])
      await runner.query(`ALTER TABLE "people" DROP COLUMN "${column}"`);
  }
}
