import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `ALTER TABLE "people" ADD "last_seen" boolean NOT NULL DEFAULT true`,
  `ALTER TABLE "conversation_members" ADD "last_seen_at" TIMESTAMP WITH TIME ZONE`,
];

const DOWN = [
  `ALTER TABLE "conversation_members" DROP COLUMN "last_seen_at"`,
  `ALTER TABLE "people" DROP COLUMN "last_seen"`,
];

/** When each member was last online, and the privacy switch that hides it. */
export class LastSeen1764250001000 implements MigrationInterface {
  readonly name = 'LastSeen1764250001000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}
