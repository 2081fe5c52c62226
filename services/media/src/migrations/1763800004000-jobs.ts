import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `CREATE TABLE "jobs" ("queue" text NOT NULL, "key" text COLLATE "C" NOT NULL, "subject" text, "payload" jsonb NOT NULL DEFAULT '{}', "attempts" integer NOT NULL DEFAULT '0', "lease" uuid, "due_at" TIMESTAMP WITH TIME ZONE NOT NULL, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL, CONSTRAINT "jobs_pkey" PRIMARY KEY ("queue", "key"))`,
  `CREATE INDEX "jobs_due" ON "jobs" ("queue", "due_at")`,
  `CREATE INDEX "jobs_subject" ON "jobs" ("subject") WHERE subject IS NOT NULL`,
  `INSERT INTO jobs (queue, key, payload, attempts, due_at, created_at) SELECT 'object-deletion', name, 'null', attempts, due_at, now() FROM doomed_objects`,
  `INSERT INTO jobs (queue, key, subject, payload, attempts, lease, due_at, created_at)
   SELECT 'preview', message_id::text, couple_id::text, jsonb_build_object('ownerId', owner_id), attempts, lease, next_attempt_at, now() FROM preview_jobs`,
  `INSERT INTO jobs (queue, key, subject, payload, attempts, due_at, created_at)
   SELECT 'voice', j.attachment_id::text, a.couple_id::text, jsonb_build_object('raw', j.raw, 'sealed', j.sealed, 'format', j.format), j.attempts,
     CASE WHEN a.sent THEN j.next_attempt_at ELSE '9999-12-31T00:00:00Z' END, a.created_at FROM voice_jobs j JOIN attachments a ON a.id = j.attachment_id`,
  `INSERT INTO jobs (queue, key, subject, payload, attempts, due_at, created_at)
   SELECT 'export', id::text, user_id::text, jsonb_build_object('secret', secret), attempts, next_attempt_at, requested_at FROM exports WHERE status = 'waiting'`,
  'DROP TABLE doomed_objects',
  'DROP TABLE preview_jobs',
  'DROP TABLE voice_jobs',
  'DROP INDEX exports_next_attempt_at',
  'ALTER TABLE exports DROP CONSTRAINT exports_secret_check, DROP COLUMN secret, DROP COLUMN attempts, DROP COLUMN next_attempt_at',
];

const DOWN = [
  `CREATE TABLE "doomed_objects" ("name" text NOT NULL, "due_at" TIMESTAMP WITH TIME ZONE NOT NULL, "attempts" integer NOT NULL DEFAULT '0', CONSTRAINT "doomed_objects_attempts_check" CHECK (attempts >= 0), CONSTRAINT "doomed_objects_pkey" PRIMARY KEY ("name"))`,
  `CREATE INDEX "doomed_objects_due_at" ON "doomed_objects" ("due_at")`,
  `CREATE TABLE "preview_jobs" ("message_id" uuid NOT NULL, "couple_id" uuid NOT NULL, "owner_id" uuid NOT NULL, "attempts" integer NOT NULL DEFAULT '0', "lease" uuid, "next_attempt_at" TIMESTAMP WITH TIME ZONE NOT NULL, CONSTRAINT "preview_jobs_attempts_check" CHECK (attempts >= 0), CONSTRAINT "preview_jobs_pkey" PRIMARY KEY ("message_id"))`,
  `CREATE INDEX "preview_jobs_couple" ON "preview_jobs" ("couple_id")`,
  `CREATE INDEX "preview_jobs_next_attempt_at" ON "preview_jobs" ("next_attempt_at")`,
  `CREATE TABLE "voice_jobs" ("attachment_id" uuid NOT NULL, "raw" jsonb NOT NULL, "format" text NOT NULL, "attempts" integer NOT NULL DEFAULT '0', "next_attempt_at" TIMESTAMP WITH TIME ZONE NOT NULL, "sealed" boolean NOT NULL DEFAULT false, CONSTRAINT "voice_jobs_attempts_check" CHECK (attempts >= 0), CONSTRAINT "voice_jobs_pkey" PRIMARY KEY ("attachment_id"))`,
  `CREATE INDEX "voice_jobs_next_attempt_at" ON "voice_jobs" ("next_attempt_at")`,
  `ALTER TABLE "voice_jobs" ADD CONSTRAINT "voice_jobs_attachment_fkey" FOREIGN KEY ("attachment_id") REFERENCES "attachments"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
  `ALTER TABLE exports ADD COLUMN secret text, ADD COLUMN attempts integer NOT NULL DEFAULT '0', ADD COLUMN next_attempt_at timestamptz NOT NULL DEFAULT now()`,
  'ALTER TABLE exports ALTER COLUMN next_attempt_at DROP DEFAULT',
  `INSERT INTO doomed_objects (name, attempts, due_at) SELECT key, attempts, due_at FROM jobs WHERE queue = 'object-deletion'`,
  `INSERT INTO preview_jobs (message_id, couple_id, owner_id, attempts, lease, next_attempt_at)
   SELECT key::uuid, subject::uuid, (payload ->> 'ownerId')::uuid, attempts, lease, due_at FROM jobs WHERE queue = 'preview'`,
  `INSERT INTO voice_jobs (attachment_id, raw, sealed, format, attempts, next_attempt_at)
   SELECT key::uuid, payload -> 'raw', (payload ->> 'sealed')::boolean, payload ->> 'format', attempts, least(due_at, now()) FROM jobs WHERE queue = 'voice'`,
  `UPDATE exports SET secret = payload ->> 'secret', attempts = jobs.attempts, next_attempt_at = jobs.due_at FROM jobs WHERE queue = 'export' AND jobs.key = exports.id::text`,
  `ALTER TABLE exports ADD CONSTRAINT exports_secret_check CHECK ((status = 'waiting') = (secret IS NOT NULL))`,
  `CREATE INDEX "exports_next_attempt_at" ON "exports" ("next_attempt_at") WHERE status = 'waiting'`,
  'DROP TABLE jobs',
];

/**
 * One table of jobs in place of one per queue. The older tables are dropped at once: the same update seals objects for the
 * first time, and no older process of media may run during it (runbook).
 */
export class Jobs1763800004000 implements MigrationInterface {
  readonly name = 'Jobs1763800004000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}
