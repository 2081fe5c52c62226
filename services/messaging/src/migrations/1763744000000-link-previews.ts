import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  'ALTER TABLE "people" ADD "link_previews" boolean NOT NULL DEFAULT true',
  'ALTER TABLE "messages" ADD "preview" jsonb',
  `ALTER TABLE "messages" ADD CONSTRAINT "messages_preview_check" CHECK (preview IS NULL OR (type = 'text' AND deleted_at IS NULL))`,
  `CREATE INDEX "messages_preview_picture" ON "messages" ((preview->'image'->>'id')) WHERE preview->'image'->>'id' IS NOT NULL`,
];

const DOWN = [
  'DROP INDEX "messages_preview_picture"',
  'ALTER TABLE "messages" DROP CONSTRAINT "messages_preview_check"',
  'ALTER TABLE "messages" DROP COLUMN "preview"',
  'ALTER TABLE "people" DROP COLUMN "link_previews"',
];

/** Previews of a message's first link, and the switch for them. */
export class LinkPreviews1763744000000 implements MigrationInterface {
  readonly name = 'LinkPreviews1763744000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}
