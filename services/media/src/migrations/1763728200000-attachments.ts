import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `CREATE TABLE "couples" ("id" uuid NOT NULL, "member_a" uuid NOT NULL, "member_b" uuid NOT NULL, "active" boolean NOT NULL, "version" integer NOT NULL, "linked_at" TIMESTAMP WITH TIME ZONE NOT NULL, "bytes" bigint NOT NULL DEFAULT '0', CONSTRAINT "couples_bytes_check" CHECK (bytes >= 0), CONSTRAINT "couples_pkey" PRIMARY KEY ("id"))`,
  `CREATE INDEX "couples_member_b" ON "couples" ("member_b") WHERE active`,
  `CREATE INDEX "couples_member_a" ON "couples" ("member_a") WHERE active`,
  `CREATE TABLE "attachments" ("id" uuid NOT NULL, "couple_id" uuid NOT NULL, "owner_id" uuid NOT NULL, "kind" text NOT NULL, "sent" boolean NOT NULL DEFAULT false, "filename" text NOT NULL, "objects" jsonb NOT NULL, "bytes" integer NOT NULL, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL, CONSTRAINT "attachments_bytes_check" CHECK (bytes >= 0), CONSTRAINT "attachments_kind_check" CHECK (kind IN ('image', 'video', 'voice', 'file')), CONSTRAINT "attachments_pkey" PRIMARY KEY ("id"))`,
  `CREATE INDEX "attachments_staged" ON "attachments" ("created_at") WHERE NOT sent`,
  `CREATE INDEX "attachments_owner" ON "attachments" ("owner_id")`,
  `CREATE INDEX "attachments_couple" ON "attachments" ("couple_id")`,
  `CREATE TABLE "voice_jobs" ("attachment_id" uuid NOT NULL, "raw" jsonb NOT NULL, "format" text NOT NULL, "attempts" integer NOT NULL DEFAULT '0', "next_attempt_at" TIMESTAMP WITH TIME ZONE NOT NULL, CONSTRAINT "voice_jobs_attempts_check" CHECK (attempts >= 0), CONSTRAINT "voice_jobs_pkey" PRIMARY KEY ("attachment_id"))`,
  `CREATE INDEX "voice_jobs_next_attempt_at" ON "voice_jobs" ("next_attempt_at")`,
  `ALTER TABLE "attachments" ADD CONSTRAINT "attachments_couple_fkey" FOREIGN KEY ("couple_id") REFERENCES "couples"("id") ON DELETE NO ACTION ON UPDATE NO ACTION`,
  `ALTER TABLE "voice_jobs" ADD CONSTRAINT "voice_jobs_attachment_fkey" FOREIGN KEY ("attachment_id") REFERENCES "attachments"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
];

const TABLES = ['voice_jobs', 'attachments', 'couples'];

export class Attachments1763728200000 implements MigrationInterface {
  readonly name = 'Attachments1763728200000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await runner.query(`DROP TABLE "${table}"`);
  }
}
