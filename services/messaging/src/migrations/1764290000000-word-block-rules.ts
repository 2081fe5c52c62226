import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which rule wrote the words of a block. The previous build writes blocks without it, by the first rule. */
export class WordBlockRules1764290000000 implements MigrationInterface {
  readonly name = 'WordBlockRules1764290000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "word_blocks" ADD "rule" smallint NOT NULL DEFAULT 1');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "word_blocks" DROP COLUMN "rule"');
  }
}
