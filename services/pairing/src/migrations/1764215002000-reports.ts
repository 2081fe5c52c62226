import { CREATE_ADMIN_ACTS, DROP_ADMIN_ACTS } from '@duet/service-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `CREATE TABLE "reports" ("id" uuid NOT NULL, "reporter_id" uuid, "sealed" bytea NOT NULL, "sealed_by" text NOT NULL, "filed_at" TIMESTAMP WITH TIME ZONE NOT NULL, CONSTRAINT "reports_pkey" PRIMARY KEY ("id"))`,
  `CREATE INDEX "reports_sealed_by" ON "reports" ("sealed_by")`,
  `CREATE INDEX "reports_filed_at" ON "reports" ("filed_at")`,
  `CREATE INDEX "reports_reporter" ON "reports" ("reporter_id", "filed_at") WHERE reporter_id IS NOT NULL`,
  `ALTER TABLE "reports" ADD CONSTRAINT "reports_reporter_fkey" FOREIGN KEY ("reporter_id") REFERENCES "people"("id") ON DELETE SET NULL ON UPDATE NO ACTION`,
  ...CREATE_ADMIN_ACTS,
];

/** Reports of abuse, and the acts of operators who read them. */
export class Reports1764215002000 implements MigrationInterface {
  readonly name = 'Reports1764215002000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of [...DROP_ADMIN_ACTS, 'DROP TABLE "reports"']) await runner.query(statement);
  }
}
