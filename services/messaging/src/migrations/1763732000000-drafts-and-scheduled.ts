import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `CREATE TABLE "drafts" ("conversation_id" uuid NOT NULL, "user_id" uuid NOT NULL, "content" text NOT NULL, "reply_to_id" uuid, "version" integer NOT NULL, "updated_at" TIMESTAMP WITH TIME ZONE NOT NULL, CONSTRAINT "drafts_pkey" PRIMARY KEY ("conversation_id", "user_id"))`,
  `ALTER TABLE "drafts" ADD CONSTRAINT "drafts_member_fkey" FOREIGN KEY ("conversation_id", "user_id") REFERENCES "conversation_members"("conversation_id","user_id") ON DELETE CASCADE ON UPDATE NO ACTION`,
  `CREATE TABLE "scheduled_messages" ("id" uuid NOT NULL, "conversation_id" uuid NOT NULL, "user_id" uuid NOT NULL, "client_message_id" uuid NOT NULL, "body_hash" bytea NOT NULL, "content" text NOT NULL, "reply_to_id" uuid, "at" text NOT NULL, "timezone" text NOT NULL, "send_at" TIMESTAMP WITH TIME ZONE NOT NULL, "due_at" TIMESTAMP WITH TIME ZONE NOT NULL, "version" integer NOT NULL, CONSTRAINT "scheduled_messages_client_message_id" UNIQUE ("conversation_id", "user_id", "client_message_id"), CONSTRAINT "scheduled_messages_at_check" CHECK (at ~ '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}$'), CONSTRAINT "scheduled_messages_pkey" PRIMARY KEY ("id"))`,
  `CREATE INDEX "scheduled_messages_due" ON "scheduled_messages" ("due_at")`,
  `ALTER TABLE "scheduled_messages" ADD CONSTRAINT "scheduled_messages_member_fkey" FOREIGN KEY ("conversation_id", "user_id") REFERENCES "conversation_members"("conversation_id","user_id") ON DELETE CASCADE ON UPDATE NO ACTION`,
];

/** Drafts and scheduled messages. */
export class DraftsAndScheduled1763732000000 implements MigrationInterface {
  readonly name = 'DraftsAndScheduled1763732000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['scheduled_messages', 'drafts']) await runner.query(`DROP TABLE "${table}"`);
  }
}
