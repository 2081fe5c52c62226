import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The version of the template that a challenge was made from. */
export class TemplateVersions1764217000000 implements MigrationInterface {
  readonly name = 'TemplateVersions1764217000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "challenges" ADD "template_version" integer`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "challenges" DROP COLUMN "template_version"`);
  }
}
