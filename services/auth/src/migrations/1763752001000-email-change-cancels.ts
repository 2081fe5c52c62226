import type { MigrationInterface, QueryRunner } from 'typeorm';

const KINDS = `'verify-email', 'reset-password', 'password-changed', 'export-ready', 'change-email', 'email-changed', 'security', 'notice'`;

const UP = [
  `CREATE TABLE "email_change_cancels" ("hash" text NOT NULL, "user_id" uuid NOT NULL, "expires_at" TIMESTAMP WITH TIME ZONE NOT NULL, CONSTRAINT "email_change_cancels_pkey" PRIMARY KEY ("hash"))`,
  `CREATE INDEX "email_change_cancels_user" ON "email_change_cancels" ("user_id")`,
  `CREATE INDEX "email_change_cancels_expires_at" ON "email_change_cancels" ("expires_at")`,
  `ALTER TABLE "email_change_cancels" ADD CONSTRAINT "email_change_cancels_user_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
  `ALTER TABLE "mail_outbox" DROP CONSTRAINT "mail_outbox_kind_check"`,
  `ALTER TABLE "mail_outbox" ADD CONSTRAINT "mail_outbox_kind_check" CHECK (kind IN (${KINDS}, 'email-change-asked'))`,
];

const DOWN = [
  `DELETE FROM "mail_outbox" WHERE kind = 'email-change-asked'`,
  `ALTER TABLE "mail_outbox" DROP CONSTRAINT "mail_outbox_kind_check"`,
  `ALTER TABLE "mail_outbox" ADD CONSTRAINT "mail_outbox_kind_check" CHECK (kind IN (${KINDS}))`,
  `DROP TABLE "email_change_cancels"`,
];

export class EmailChangeCancels1763752001000 implements MigrationInterface {
  readonly name = 'EmailChangeCancels1763752001000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}
