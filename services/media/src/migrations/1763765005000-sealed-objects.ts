import type { MigrationInterface, QueryRunner } from 'typeorm';

const PLAIN = ['attachments', 'voice_jobs', 'avatars', 'exports'];

const UP = [
  `CREATE TABLE "data_keys" ("id" uuid NOT NULL, "owner_kind" text NOT NULL, "owner_id" uuid NOT NULL, "sealed" bytea, "sealed_by" text NOT NULL, "lost" boolean NOT NULL DEFAULT false, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), "destroyed_at" TIMESTAMP WITH TIME ZONE, CONSTRAINT "data_keys_destroyed_check" CHECK ((sealed IS NULL) = (destroyed_at IS NOT NULL)), CONSTRAINT "data_keys_owner_check" CHECK (owner_kind IN ('couple', 'user')), CONSTRAINT "data_keys_pkey" PRIMARY KEY ("id"))`,
  `CREATE UNIQUE INDEX "data_keys_owner" ON "data_keys" ("owner_kind", "owner_id") WHERE NOT lost`,
  `CREATE INDEX "data_keys_sealed_by" ON "data_keys" ("sealed_by") WHERE sealed IS NOT NULL`,
  `CREATE INDEX "data_keys_destroyed_at" ON "data_keys" ("destroyed_at") WHERE destroyed_at IS NOT NULL`,
  `CREATE TABLE "leases" ("name" text NOT NULL, "holder" uuid NOT NULL, "until" TIMESTAMP WITH TIME ZONE NOT NULL, CONSTRAINT "leases_pkey" PRIMARY KEY ("name"))`,
  ...PLAIN.map((table) => `ALTER TABLE "${table}" ADD "sealed" boolean NOT NULL DEFAULT false`),
  `CREATE INDEX "attachments_plain" ON "attachments" ("id") WHERE NOT sealed`,
  `CREATE INDEX "avatars_plain" ON "avatars" ("user_id") WHERE NOT sealed AND key IS NOT NULL`,
];

const DOWN = [
  'DROP INDEX "avatars_plain"',
  'DROP INDEX "attachments_plain"',
  ...PLAIN.map((table) => `ALTER TABLE "${table}" DROP COLUMN "sealed"`),
  'DROP TABLE "leases"',
  'DROP TABLE "data_keys"',
];

/** Data keys, and a column that marks the rows whose objects are sealed. */
export class SealedObjects1763765005000 implements MigrationInterface {
  readonly name = 'SealedObjects1763765005000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}
