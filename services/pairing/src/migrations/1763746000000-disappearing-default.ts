import type { MigrationInterface, QueryRunner } from 'typeorm';

export class DisappearingDefault1763746000000 implements MigrationInterface {
  readonly name = 'DisappearingDefault1763746000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "people" ADD "disappearing_default" integer');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "people" DROP COLUMN "disappearing_default"');
  }
}
