import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `CREATE TABLE "restitutions" ("id" uuid NOT NULL, "couple_id" uuid NOT NULL, "user_id" uuid NOT NULL, "key" text NOT NULL, "bytes" bigint NOT NULL, "ready_at" TIMESTAMP WITH TIME ZONE NOT NULL, "expires_at" TIMESTAMP WITH TIME ZONE NOT NULL, CONSTRAINT "restitutions_bytes_check" CHECK (bytes > 0), CONSTRAINT "restitutions_pkey" PRIMARY KEY ("id"))`,
  `CREATE UNIQUE INDEX "restitutions_couple_user" ON "restitutions" ("couple_id", "user_id")`,
  `CREATE INDEX "restitutions_user" ON "restitutions" ("user_id")`,
  `CREATE INDEX "restitutions_expires_at" ON "restitutions" ("expires_at")`,
];

/** What people got back after an unlink. */
export class Restitutions1764204000001 implements MigrationInterface {
  readonly name = 'Restitutions1764204000001';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE "restitutions"');
  }
}
