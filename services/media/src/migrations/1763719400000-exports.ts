import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `CREATE TABLE "exports" ("id" uuid NOT NULL, "user_id" uuid NOT NULL, "status" text NOT NULL, "secret" text, "key" text, "bytes" bigint, "attempts" integer NOT NULL DEFAULT '0', "next_attempt_at" TIMESTAMP WITH TIME ZONE NOT NULL, "requested_at" TIMESTAMP WITH TIME ZONE NOT NULL, "ready_at" TIMESTAMP WITH TIME ZONE, "expires_at" TIMESTAMP WITH TIME ZONE, CONSTRAINT "exports_ready_check" CHECK (status <> 'ready' OR (key IS NOT NULL AND bytes > 0 AND ready_at IS NOT NULL AND expires_at IS NOT NULL)), CONSTRAINT "exports_secret_check" CHECK ((status = 'waiting') = (secret IS NOT NULL)), CONSTRAINT "exports_status_check" CHECK (status IN ('waiting', 'ready', 'failed')), CONSTRAINT "exports_pkey" PRIMARY KEY ("id"))`,
  `CREATE INDEX "exports_next_attempt_at" ON "exports" ("next_attempt_at") WHERE status = 'waiting'`,
  `CREATE INDEX "exports_user" ON "exports" ("user_id")`,
];

export class Exports1763719400000 implements MigrationInterface {
  readonly name = 'Exports1763719400000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE "exports"');
  }
}
