import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The version of the couple's time zone. Pairing counts from 1, so its first event replaces the zone of the link. */
export class TimezoneVersion1764300000002 implements MigrationInterface {
  readonly name = 'TimezoneVersion1764300000002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "couples" ADD "timezone_version" integer NOT NULL DEFAULT 0');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "couples" DROP COLUMN "timezone_version"');
  }
}
