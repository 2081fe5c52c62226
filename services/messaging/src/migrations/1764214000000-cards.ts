import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A message may show a thing as a card. The previous build leaves the card on tombstones, so the check allows that. */
export class Cards1764214000000 implements MigrationInterface {
  readonly name = 'Cards1764214000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE "messages" ADD "card" jsonb, ADD CONSTRAINT "messages_card_check" CHECK (card IS NULL OR (type = 'text' AND sticker IS NULL))`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "messages" DROP COLUMN "card"');
  }
}
