import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `CREATE TABLE "email_tokens" ("user_id" uuid NOT NULL, "purpose" text NOT NULL, "hash" text NOT NULL, "expires_at" TIMESTAMP WITH TIME ZONE NOT NULL, CONSTRAINT "email_tokens_hash_key" UNIQUE ("hash"), CONSTRAINT "email_tokens_purpose_check" CHECK (purpose IN ('reset-password', 'verify-email')), CONSTRAINT "email_tokens_pkey" PRIMARY KEY ("user_id", "purpose"))`,
  `CREATE TABLE "mail_outbox" ("id" uuid NOT NULL, "kind" text NOT NULL, "email_key" text NOT NULL, "attempts" integer NOT NULL DEFAULT '0', "next_attempt_at" TIMESTAMP WITH TIME ZONE NOT NULL, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL, CONSTRAINT "mail_outbox_waiting_key" UNIQUE ("email_key", "kind"), CONSTRAINT "mail_outbox_kind_check" CHECK (kind IN ('verify-email', 'reset-password', 'password-changed')), CONSTRAINT "mail_outbox_pkey" PRIMARY KEY ("id"))`,
  `CREATE INDEX "mail_outbox_next_attempt_at" ON "mail_outbox" ("next_attempt_at")`,
  `ALTER TABLE "email_tokens" ADD CONSTRAINT "email_tokens_user_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
];

export class MailsAndLinks1763694000000 implements MigrationInterface {
  readonly name = 'MailsAndLinks1763694000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['mail_outbox', 'email_tokens']) await runner.query(`DROP TABLE "${table}"`);
  }
}
