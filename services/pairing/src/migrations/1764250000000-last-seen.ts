import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The privacy switch of the time at which a person was last online. */
export class LastSeen1764250000000 implements MigrationInterface {
  readonly name = 'LastSeen1764250000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "people" ADD "last_seen" boolean NOT NULL DEFAULT true');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "people" DROP COLUMN "last_seen"');
  }
}
