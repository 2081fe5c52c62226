import type { MigrationInterface, QueryRunner } from 'typeorm';

const PURPOSES = `'reset-password', 'verify-email'`;
const KINDS = `'verify-email', 'reset-password', 'password-changed', 'export-ready'`;

const UP = [
  `ALTER TABLE "users" ADD "pending_email" text`,
  `ALTER TABLE "email_tokens" ADD "email" text`,
  `ALTER TABLE "email_tokens" DROP CONSTRAINT "email_tokens_purpose_check"`,
  `ALTER TABLE "email_tokens" ADD CONSTRAINT "email_tokens_purpose_check" CHECK (purpose IN (${PURPOSES}, 'change-email'))`,
  `ALTER TABLE "mail_outbox" ADD "address" text`,
  `ALTER TABLE "mail_outbox" ADD "about" text NOT NULL DEFAULT ''`,
  `ALTER TABLE "mail_outbox" DROP CONSTRAINT "mail_outbox_waiting_key"`,
  `ALTER TABLE "mail_outbox" ADD CONSTRAINT "mail_outbox_waiting_key" UNIQUE ("email_key", "kind", "about")`,
  `ALTER TABLE "mail_outbox" DROP CONSTRAINT "mail_outbox_kind_check"`,
  `ALTER TABLE "mail_outbox" ADD CONSTRAINT "mail_outbox_kind_check" CHECK (kind IN (${KINDS}, 'change-email', 'email-changed', 'security', 'notice'))`,
];

const DOWN = [
  `DELETE FROM "mail_outbox" WHERE kind NOT IN (${KINDS})`,
  `ALTER TABLE "mail_outbox" DROP CONSTRAINT "mail_outbox_kind_check"`,
  `ALTER TABLE "mail_outbox" ADD CONSTRAINT "mail_outbox_kind_check" CHECK (kind IN (${KINDS}))`,
  `ALTER TABLE "mail_outbox" DROP CONSTRAINT "mail_outbox_waiting_key"`,
  `ALTER TABLE "mail_outbox" ADD CONSTRAINT "mail_outbox_waiting_key" UNIQUE ("email_key", "kind")`,
  `ALTER TABLE "mail_outbox" DROP COLUMN "about"`,
  `ALTER TABLE "mail_outbox" DROP COLUMN "address"`,
  `DELETE FROM "email_tokens" WHERE purpose = 'change-email'`,
  `ALTER TABLE "email_tokens" DROP CONSTRAINT "email_tokens_purpose_check"`,
  `ALTER TABLE "email_tokens" ADD CONSTRAINT "email_tokens_purpose_check" CHECK (purpose IN (${PURPOSES}))`,
  `ALTER TABLE "email_tokens" DROP COLUMN "email"`,
  `ALTER TABLE "users" DROP COLUMN "pending_email"`,
];

export class EmailChangesAndNotices1763726400000 implements MigrationInterface {
  readonly name = 'EmailChangesAndNotices1763726400000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}
