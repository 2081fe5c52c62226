import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A purged couple waits until media has stored what its members get back. */
export class PurgedCouples1764204000000 implements MigrationInterface {
  readonly name = 'PurgedCouples1764204000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "couples" ADD "purged" boolean NOT NULL DEFAULT false');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "couples" DROP COLUMN "purged"');
  }
}
