import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `ALTER TABLE "conversation_members" ADD "own_rev" integer NOT NULL DEFAULT '0', ADD "read_own_rev" integer NOT NULL DEFAULT '0'`,
  // A sync from the beginning finds the markers that moved earlier.
  `UPDATE conversation_members SET own_rev = 1, read_own_rev = 1 WHERE delivered_up_to > 0`,
  `ALTER TABLE "conversation_members" ADD CONSTRAINT "conversation_members_own_rev_check" CHECK (read_own_rev >= 0 AND read_own_rev <= own_rev)`,
];

const DOWN = [
  `ALTER TABLE "conversation_members" DROP CONSTRAINT "conversation_members_own_rev_check"`,
  `ALTER TABLE "conversation_members" DROP COLUMN "read_own_rev", DROP COLUMN "own_rev"`,
];

/** Own revisions: numbers for changes that only one person sees. */
export class OwnRevisions1763748006000 implements MigrationInterface {
  readonly name = 'OwnRevisions1763748006000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}
