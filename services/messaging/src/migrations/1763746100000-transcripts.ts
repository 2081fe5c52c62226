import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  'ALTER TABLE "attachments" ADD "transcript" text, ADD "transcript_words" tsvector',
  'CREATE INDEX "attachments_search" ON "attachments" USING gin ("transcript_words") WHERE transcript_words IS NOT NULL',
];

const DOWN = [
  'DROP INDEX "attachments_search"',
  'ALTER TABLE "attachments" DROP COLUMN "transcript_words", DROP COLUMN "transcript"',
];

/** Transcripts of voice notes and their search words. */
export class Transcripts1763746100000 implements MigrationInterface {
  readonly name = 'Transcripts1763746100000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}
