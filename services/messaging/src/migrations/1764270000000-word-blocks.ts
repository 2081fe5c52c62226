import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `CREATE TABLE "word_blocks" ("conversation_id" uuid NOT NULL, "block" integer NOT NULL, "words" tsvector, CONSTRAINT "word_blocks_pkey" PRIMARY KEY ("conversation_id", "block"))`,
  `ALTER TABLE "word_blocks" ADD CONSTRAINT "word_blocks_conversation_fkey" FOREIGN KEY ("conversation_id") REFERENCES "conversations"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
];

/** Search words of blocks of messages, written behind the commits of the messages. */
export class WordBlocks1764270000000 implements MigrationInterface {
  readonly name = 'WordBlocks1764270000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE "word_blocks"');
  }
}
