import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `CREATE TABLE "object_journal" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "name" text NOT NULL, "removed" boolean NOT NULL, "at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), CONSTRAINT "object_journal_pkey" PRIMARY KEY ("id"))`,
  `CREATE INDEX "object_journal_at" ON "object_journal" ("at")`,
];

const DOWN = ['DROP TABLE "object_journal"'];

/** The journal of stored and removed objects, for the backup. */
export class ObjectJournal1763800005000 implements MigrationInterface {
  readonly name = 'ObjectJournal1763800005000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}
