import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The day on which the time zone changed last, and its end in the former zone. The previous build changes zones without it. */
export class RunningDay1764310003002 implements MigrationInterface {
  readonly name = 'RunningDay1764310003002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "couples" ADD "running_day" date, ADD "running_until" TIMESTAMP WITH TIME ZONE');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "couples" DROP COLUMN "running_until", DROP COLUMN "running_day"');
  }
}
