import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A message may be a sticker. The previous build leaves the id on tombstones, so the check allows that. */
export class Stickers1764211000000 implements MigrationInterface {
  readonly name = 'Stickers1764211000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE "messages" ADD "sticker" text, ADD CONSTRAINT "messages_sticker_check" CHECK (sticker IS NULL OR type = 'text')`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "messages" DROP COLUMN "sticker"');
  }
}
