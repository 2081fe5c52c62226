import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `CREATE TABLE "outbox" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "envelope" jsonb NOT NULL, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), "published_to" text, "published_at" TIMESTAMP WITH TIME ZONE, CONSTRAINT "outbox_pkey" PRIMARY KEY ("id"))`,
  `CREATE INDEX "outbox_published_at" ON "outbox" ("published_at")`,
  `CREATE INDEX "outbox_unpublished" ON "outbox" ("id") WHERE published_to IS NULL`,
  `CREATE TABLE "dead_letter" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "envelope" jsonb NOT NULL, "reason" text NOT NULL, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), CONSTRAINT "dead_letter_pkey" PRIMARY KEY ("id"))`,
  `CREATE TABLE "people" ("id" uuid NOT NULL, "first_name" text NOT NULL, "username" text NOT NULL, "version" integer NOT NULL, "deleted_at" TIMESTAMP WITH TIME ZONE, CONSTRAINT "people_pkey" PRIMARY KEY ("id"))`,
  `CREATE TABLE "conversations" ("id" uuid NOT NULL, "status" text NOT NULL, "couple_version" integer NOT NULL, "last_seq" integer NOT NULL DEFAULT '0', "last_rev" integer NOT NULL DEFAULT '0', "ended_at" TIMESTAMP WITH TIME ZONE, CONSTRAINT "conversations_counters_check" CHECK (last_seq >= 0 AND last_rev >= last_seq), CONSTRAINT "conversations_status_check" CHECK (status IN ('active', 'ended')), CONSTRAINT "conversations_pkey" PRIMARY KEY ("id"))`,
  `CREATE TABLE "conversation_members" ("conversation_id" uuid NOT NULL, "user_id" uuid NOT NULL, "active" boolean NOT NULL, "read_up_to" integer NOT NULL DEFAULT '0', "read_rev" integer NOT NULL DEFAULT '0', "read_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), CONSTRAINT "conversation_members_pkey" PRIMARY KEY ("conversation_id", "user_id"))`,
  `CREATE INDEX "conversation_members_user" ON "conversation_members" ("user_id")`,
  `CREATE UNIQUE INDEX "conversation_members_one_active" ON "conversation_members" ("user_id") WHERE active`,
  `CREATE TABLE "messages" ("id" uuid NOT NULL, "conversation_id" uuid NOT NULL, "sender_id" uuid NOT NULL, "client_message_id" uuid NOT NULL, "seq" integer NOT NULL, "rev" integer NOT NULL, "type" text NOT NULL, "content" text NOT NULL, "body_hash" bytea, "reply_to_id" uuid, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL, "edited_at" TIMESTAMP WITH TIME ZONE, "deleted_at" TIMESTAMP WITH TIME ZONE, CONSTRAINT "messages_client_message_id" UNIQUE ("conversation_id", "sender_id", "client_message_id"), CONSTRAINT "messages_conversation_rev" UNIQUE ("conversation_id", "rev"), CONSTRAINT "messages_conversation_seq" UNIQUE ("conversation_id", "seq"), CONSTRAINT "messages_tombstone_check" CHECK (deleted_at IS NULL OR (content = '' AND body_hash IS NULL AND reply_to_id IS NULL)), CONSTRAINT "messages_type_check" CHECK (type IN ('text', 'image', 'video', 'voice', 'file')), CONSTRAINT "messages_pkey" PRIMARY KEY ("id"))`,
  `CREATE INDEX "messages_reply_to" ON "messages" ("reply_to_id") WHERE reply_to_id IS NOT NULL`,
  `ALTER TABLE "conversation_members" ADD CONSTRAINT "conversation_members_conversation_fkey" FOREIGN KEY ("conversation_id") REFERENCES "conversations"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
  `ALTER TABLE "conversation_members" ADD CONSTRAINT "conversation_members_user_fkey" FOREIGN KEY ("user_id") REFERENCES "people"("id") ON DELETE NO ACTION ON UPDATE NO ACTION`,
  `ALTER TABLE "messages" ADD CONSTRAINT "messages_sender_fkey" FOREIGN KEY ("conversation_id", "sender_id") REFERENCES "conversation_members"("conversation_id","user_id") ON DELETE CASCADE ON UPDATE NO ACTION`,
  `ALTER TABLE "messages" ADD CONSTRAINT "messages_reply_to_fkey" FOREIGN KEY ("reply_to_id") REFERENCES "messages"("id") ON DELETE NO ACTION ON UPDATE NO ACTION`,
];

const TABLES = ['messages', 'conversation_members', 'conversations', 'people', 'dead_letter', 'outbox'];

export class ConversationsAndMessages1763697600000 implements MigrationInterface {
  readonly name = 'ConversationsAndMessages1763697600000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await runner.query(`DROP TABLE "${table}"`);
  }
}
