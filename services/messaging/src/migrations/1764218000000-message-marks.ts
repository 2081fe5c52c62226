import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `CREATE TABLE "message_marks" ("conversation_id" uuid NOT NULL, "user_id" uuid NOT NULL, "seq" integer NOT NULL, "message_id" uuid NOT NULL, "starred_at" TIMESTAMP WITH TIME ZONE, "star_rev" integer, "hidden" boolean NOT NULL DEFAULT false, "own_rev" integer NOT NULL, CONSTRAINT "message_marks_pkey" PRIMARY KEY ("conversation_id", "user_id", "seq"))`,
  `CREATE UNIQUE INDEX "message_marks_own_rev" ON "message_marks" ("conversation_id", "user_id", "own_rev")`,
  `CREATE INDEX "message_marks_starred" ON "message_marks" ("conversation_id", "user_id", "star_rev") WHERE starred_at IS NOT NULL`,
  `CREATE INDEX "message_marks_hidden" ON "message_marks" ("conversation_id", "user_id", "seq") WHERE hidden`,
  `ALTER TABLE "message_marks" ADD CONSTRAINT "message_marks_member_fkey" FOREIGN KEY ("conversation_id", "user_id") REFERENCES "conversation_members"("conversation_id","user_id") ON DELETE CASCADE ON UPDATE NO ACTION`,
  `ALTER TABLE "conversation_members" ADD "unread_from" integer, ADD "unread_read_up_to" integer NOT NULL DEFAULT '0', ADD "unread_own_rev" integer NOT NULL DEFAULT '0'`,
];

const DOWN = [
  `ALTER TABLE "conversation_members" DROP COLUMN "unread_own_rev", DROP COLUMN "unread_read_up_to", DROP COLUMN "unread_from"`,
  `DROP TABLE "message_marks"`,
];

/** Stars, messages deleted for oneself, and unread marks. */
export class MessageMarks1764218000000 implements MigrationInterface {
  readonly name = 'MessageMarks1764218000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}
