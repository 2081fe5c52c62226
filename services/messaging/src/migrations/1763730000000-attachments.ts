import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The gallery kind of a message; the query uses the same expression. */
const GALLERY = `(CASE WHEN type IN ('image', 'video') THEN 'media' WHEN type IN ('voice', 'file') THEN type WHEN type = 'text' AND content ~* '\\m(https?://|www\\.)[^[:space:]]' THEN 'link' END)`;

const UP = [
  `ALTER TABLE "messages" ADD "voice_status" text, ADD "pinned_at" TIMESTAMP WITH TIME ZONE, ADD "expires_at" TIMESTAMP WITH TIME ZONE, ADD "notice" jsonb`,
  `ALTER TABLE "messages" DROP CONSTRAINT "messages_type_check", ADD CONSTRAINT "messages_type_check" CHECK (type IN ('text', 'image', 'video', 'voice', 'file', 'notice'))`,
  `ALTER TABLE "messages" DROP CONSTRAINT "messages_tombstone_check", ADD CONSTRAINT "messages_tombstone_check" CHECK (deleted_at IS NULL OR (content = '' AND body_hash IS NULL AND reply_to_id IS NULL AND pinned_at IS NULL AND voice_status IS NULL))`,
  `ALTER TABLE "messages" ADD CONSTRAINT "messages_voice_status_check" CHECK (voice_status IN ('processing', 'ready', 'played', 'failed'))`,
  `CREATE INDEX "messages_pinned" ON "messages" ("conversation_id", "pinned_at") WHERE pinned_at IS NOT NULL`,
  `CREATE INDEX "messages_expiry" ON "messages" ("expires_at") WHERE expires_at IS NOT NULL AND deleted_at IS NULL`,
  `CREATE INDEX "messages_gallery" ON "messages" ("conversation_id", ${GALLERY}, "seq") WHERE deleted_at IS NULL AND ${GALLERY} IS NOT NULL`,
  `CREATE TABLE "attachments" ("id" uuid NOT NULL, "message_id" uuid NOT NULL, "position" integer NOT NULL, "kind" text NOT NULL, "filename" text NOT NULL, "size" integer NOT NULL, "mime_type" text NOT NULL, "thumbnail" text, "blur" text, "width" integer, "height" integer, "duration" double precision, "waveform" jsonb, CONSTRAINT "attachments_kind_check" CHECK (kind IN ('image', 'video', 'voice', 'file')), CONSTRAINT "attachments_pkey" PRIMARY KEY ("id"))`,
  `CREATE UNIQUE INDEX "attachments_message" ON "attachments" ("message_id", "position")`,
  `ALTER TABLE "attachments" ADD CONSTRAINT "attachments_message_fkey" FOREIGN KEY ("message_id") REFERENCES "messages"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
  `CREATE TABLE "early_voice_results" ("attachment_id" uuid NOT NULL, "conversation_id" uuid NOT NULL, "result" jsonb NOT NULL, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), CONSTRAINT "early_voice_results_pkey" PRIMARY KEY ("attachment_id"))`,
  `CREATE INDEX "early_voice_results_created_at" ON "early_voice_results" ("created_at")`,
  `ALTER TABLE "early_voice_results" ADD CONSTRAINT "early_voice_results_conversation_fkey" FOREIGN KEY ("conversation_id") REFERENCES "conversations"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
];

const DOWN = [
  'DROP TABLE "early_voice_results"',
  'DROP TABLE "attachments"',
  'DROP INDEX "messages_gallery"',
  'DROP INDEX "messages_expiry"',
  'DROP INDEX "messages_pinned"',
  'ALTER TABLE "messages" DROP CONSTRAINT "messages_voice_status_check"',
  `ALTER TABLE "messages" DROP CONSTRAINT "messages_tombstone_check", ADD CONSTRAINT "messages_tombstone_check" CHECK (deleted_at IS NULL OR (content = '' AND body_hash IS NULL AND reply_to_id IS NULL))`,
  `ALTER TABLE "messages" DROP CONSTRAINT "messages_type_check", ADD CONSTRAINT "messages_type_check" CHECK (type IN ('text', 'image', 'video', 'voice', 'file'))`,
  'ALTER TABLE "messages" DROP COLUMN "notice", DROP COLUMN "expires_at", DROP COLUMN "pinned_at", DROP COLUMN "voice_status"',
];

/** Columns for files, pins, disappearing messages and notices. */
export class Attachments1763730000000 implements MigrationInterface {
  readonly name = 'Attachments1763730000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}
