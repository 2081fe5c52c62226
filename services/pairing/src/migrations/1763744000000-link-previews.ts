import type { MigrationInterface, QueryRunner } from 'typeorm';

export class LinkPreviews1763744000000 implements MigrationInterface {
  readonly name = 'LinkPreviews1763744000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "people" ADD "link_previews" boolean NOT NULL DEFAULT true');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "people" DROP COLUMN "link_previews"');
  }
}
