import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `CREATE TABLE "outbox" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "envelope" jsonb NOT NULL, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), "published_to" text, "published_at" TIMESTAMP WITH TIME ZONE, CONSTRAINT "outbox_pkey" PRIMARY KEY ("id"))`,
  `CREATE INDEX "outbox_published_at" ON "outbox" ("published_at")`,
  `CREATE INDEX "outbox_unpublished" ON "outbox" ("id") WHERE published_to IS NULL`,
  `CREATE TABLE "dead_letter" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "envelope" jsonb NOT NULL, "reason" text NOT NULL, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), CONSTRAINT "dead_letter_pkey" PRIMARY KEY ("id"))`,
  `CREATE TABLE "avatars" ("user_id" uuid NOT NULL, "key" text, "version" integer NOT NULL, "bytes" integer NOT NULL, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL, CONSTRAINT "avatars_version_check" CHECK (version > 0), CONSTRAINT "avatars_pkey" PRIMARY KEY ("user_id"))`,
  `CREATE TABLE "erased_users" ("user_id" uuid NOT NULL, "erased_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), CONSTRAINT "erased_users_pkey" PRIMARY KEY ("user_id"))`,
  `CREATE INDEX "erased_users_erased_at" ON "erased_users" ("erased_at")`,
  `CREATE TABLE "doomed_objects" ("name" text NOT NULL, "due_at" TIMESTAMP WITH TIME ZONE NOT NULL, "attempts" integer NOT NULL DEFAULT '0', CONSTRAINT "doomed_objects_attempts_check" CHECK (attempts >= 0), CONSTRAINT "doomed_objects_pkey" PRIMARY KEY ("name"))`,
  `CREATE INDEX "doomed_objects_due_at" ON "doomed_objects" ("due_at")`,
];

const TABLES = ['doomed_objects', 'erased_users', 'avatars', 'dead_letter', 'outbox'];

export class Avatars1763703600000 implements MigrationInterface {
  readonly name = 'Avatars1763703600000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await runner.query(`DROP TABLE "${table}"`);
  }
}
