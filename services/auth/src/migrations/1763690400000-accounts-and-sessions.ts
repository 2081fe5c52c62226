import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `CREATE TABLE "outbox" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "envelope" jsonb NOT NULL, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), "published_to" text, "published_at" TIMESTAMP WITH TIME ZONE, CONSTRAINT "outbox_pkey" PRIMARY KEY ("id"))`,
  `CREATE INDEX "outbox_published_at" ON "outbox" ("published_at")`,
  `CREATE INDEX "outbox_unpublished" ON "outbox" ("id") WHERE published_to IS NULL`,
  `CREATE TABLE "dead_letter" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "envelope" jsonb NOT NULL, "reason" text NOT NULL, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), CONSTRAINT "dead_letter_pkey" PRIMARY KEY ("id"))`,
  `CREATE TABLE "users" ("id" uuid NOT NULL, "first_name" text NOT NULL, "last_name" text NOT NULL, "username" text NOT NULL, "username_key" text NOT NULL, "email" text NOT NULL, "email_key" text NOT NULL, "email_verified_at" TIMESTAMP WITH TIME ZONE, "password_hash" text NOT NULL, "bio" text NOT NULL DEFAULT '', "avatar" text, "settings" jsonb NOT NULL DEFAULT '{}', "version" integer NOT NULL, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL, CONSTRAINT "users_username_key" UNIQUE ("username_key"), CONSTRAINT "users_email_key" UNIQUE ("email_key"), CONSTRAINT "users_version_check" CHECK (version > 0), CONSTRAINT "users_username_key_check" CHECK (username_key = lower(username)), CONSTRAINT "users_pkey" PRIMARY KEY ("id"))`,
  `CREATE TABLE "sessions" ("id" uuid NOT NULL, "user_id" uuid NOT NULL, "refresh_hash" text NOT NULL, "predecessors" jsonb NOT NULL DEFAULT '[]', "device" text NOT NULL, "ip" text NOT NULL, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL, "last_used_at" TIMESTAMP WITH TIME ZONE NOT NULL, "expires_at" TIMESTAMP WITH TIME ZONE NOT NULL, CONSTRAINT "sessions_pkey" PRIMARY KEY ("id"))`,
  `CREATE INDEX "sessions_expires_at" ON "sessions" ("expires_at")`,
  `CREATE INDEX "sessions_user" ON "sessions" ("user_id")`,
  `CREATE TABLE "revoked_sessions" ("session_id" uuid NOT NULL, "revoked_at" TIMESTAMP WITH TIME ZONE NOT NULL, CONSTRAINT "revoked_sessions_pkey" PRIMARY KEY ("session_id"))`,
  `CREATE INDEX "revoked_sessions_revoked_at" ON "revoked_sessions" ("revoked_at")`,
  `ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
];

const TABLES = ['revoked_sessions', 'sessions', 'users', 'dead_letter', 'outbox'];

export class AccountsAndSessions1763690400000 implements MigrationInterface {
  readonly name = 'AccountsAndSessions1763690400000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await runner.query(`DROP TABLE "${table}"`);
  }
}
