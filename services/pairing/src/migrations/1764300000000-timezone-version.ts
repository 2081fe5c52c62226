import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The version of the couple's time zone. Other services begin at 0, so each zone that pairing publishes is newer. */
export class TimezoneVersion1764300000000 implements MigrationInterface {
  readonly name = 'TimezoneVersion1764300000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "couples" ADD "timezone_version" integer NOT NULL DEFAULT 1');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "couples" DROP COLUMN "timezone_version"');
  }
}
