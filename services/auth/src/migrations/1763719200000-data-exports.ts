import type { MigrationInterface, QueryRunner } from 'typeorm';

const KINDS = `'verify-email', 'reset-password', 'password-changed'`;

const UP = [
  `CREATE TABLE "data_exports" ("id" uuid NOT NULL, "user_id" uuid NOT NULL, "secret_hash" text NOT NULL, "status" text NOT NULL, "requested_at" TIMESTAMP WITH TIME ZONE NOT NULL, "expires_at" TIMESTAMP WITH TIME ZONE, CONSTRAINT "data_exports_user_key" UNIQUE ("user_id"), CONSTRAINT "data_exports_ready_check" CHECK ((status = 'ready') = (expires_at IS NOT NULL)), CONSTRAINT "data_exports_status_check" CHECK (status IN ('preparing', 'ready', 'failed')), CONSTRAINT "data_exports_pkey" PRIMARY KEY ("id"))`,
  `ALTER TABLE "data_exports" ADD CONSTRAINT "data_exports_user_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
  `ALTER TABLE "mail_outbox" DROP CONSTRAINT "mail_outbox_kind_check"`,
  `ALTER TABLE "mail_outbox" ADD CONSTRAINT "mail_outbox_kind_check" CHECK (kind IN (${KINDS}, 'export-ready'))`,
];

const DOWN = [
  `DELETE FROM "mail_outbox" WHERE kind = 'export-ready'`,
  `ALTER TABLE "mail_outbox" DROP CONSTRAINT "mail_outbox_kind_check"`,
  `ALTER TABLE "mail_outbox" ADD CONSTRAINT "mail_outbox_kind_check" CHECK (kind IN (${KINDS}))`,
  `DROP TABLE "data_exports"`,
];

export class DataExports1763719200000 implements MigrationInterface {
  readonly name = 'DataExports1763719200000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}
