import { CREATE_ADMIN_ACTS, DROP_ADMIN_ACTS } from '@duet/service-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `CREATE TABLE "report_files" ("report_id" uuid NOT NULL, "file_id" uuid NOT NULL, "source" jsonb, "object" text, "bytes" integer NOT NULL, "sha256" text NOT NULL, "kept_at" TIMESTAMP WITH TIME ZONE NOT NULL, CONSTRAINT "report_files_bytes_check" CHECK (bytes >= 0), CONSTRAINT "report_files_pkey" PRIMARY KEY ("report_id", "file_id"))`,
  `CREATE INDEX "report_files_kept_at" ON "report_files" ("kept_at")`,
  `CREATE INDEX "report_files_source" ON "report_files" ((source ->> 'name')) WHERE source IS NOT NULL`,
  // The new check allows all that the old one did, so no row has to be read for it under the lock.
  `ALTER TABLE "data_keys" DROP CONSTRAINT "data_keys_owner_check"`,
  `ALTER TABLE "data_keys" ADD CONSTRAINT "data_keys_owner_check" CHECK (owner_kind IN ('couple', 'user', 'report')) NOT VALID`,
  ...CREATE_ADMIN_ACTS,
];

const DOWN = [
  ...DROP_ADMIN_ACTS,
  `DELETE FROM "data_keys" WHERE owner_kind = 'report'`,
  `ALTER TABLE "data_keys" DROP CONSTRAINT "data_keys_owner_check"`,
  `ALTER TABLE "data_keys" ADD CONSTRAINT "data_keys_owner_check" CHECK (owner_kind IN ('couple', 'user'))`,
  'DROP TABLE "report_files"',
];

/** Files of reports of abuse, their keys, and the acts of operators who read them. */
export class ReportFiles1764215002000 implements MigrationInterface {
  readonly name = 'ReportFiles1764215002000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}
