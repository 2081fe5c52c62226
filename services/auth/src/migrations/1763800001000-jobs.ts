import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A queued notice was one text with three ids. @param about the column */
const noticeOf = (about: string): string =>
  `CASE WHEN kind = 'notice' THEN jsonb_build_object('notice', split_part(${about}, ':', 1), 'aboutId', nullif(split_part(${about}, ':', 2), ''), 'trace', nullif(split_part(${about}, ':', 3), '')) END`;

const INTO = 'INSERT INTO jobs (queue, key, subject, payload, attempts, due_at, created_at)';

/** The rows of an older table as jobs. @param from the table, or the row of a trigger */
const mailsAsJobs = (from: string): string => `${INTO}
   SELECT 'mail', concat_ws(' ', email_key, kind, about), email_key,
     jsonb_build_object('kind', kind, 'address', address, 'about', about, 'notice', ${noticeOf('about')}), attempts, next_attempt_at, created_at FROM ${from}
   ON CONFLICT DO NOTHING`;

const pushesAsJobs = (from: string): string => `${INTO}
   SELECT 'push', concat_ws(' ', about, kind, subscription_id), subscription_id::text,
     jsonb_build_object('kind', kind, 'about', about, 'fromId', from_id, 'chatId', chat_id, 'notice', ${noticeOf('about')}), attempts, next_attempt_at, created_at FROM ${from}
   ON CONFLICT DO NOTHING`;

/**
 * Replicas of the previous build run on this schema until they are replaced: what they queue becomes a job. The search path is
 * fixed, because the administrator deletes accounts after a restore and has another.
 */
const forward = (table: string, asJobs: (from: string) => string): string[] => [
  `CREATE FUNCTION forward_${table}() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$ BEGIN ${asJobs('(SELECT NEW.*) AS given')}; RETURN NULL; END $$`,
  `CREATE TRIGGER ${table}_forward BEFORE INSERT ON ${table} FOR EACH ROW EXECUTE FUNCTION forward_${table}()`,
  asJobs(table),
  `DELETE FROM ${table}`,
];

const UP = [
  `CREATE TABLE "jobs" ("queue" text NOT NULL, "key" text COLLATE "C" NOT NULL, "subject" text, "payload" jsonb NOT NULL DEFAULT '{}', "attempts" integer NOT NULL DEFAULT '0', "lease" uuid, "due_at" TIMESTAMP WITH TIME ZONE NOT NULL, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL, CONSTRAINT "jobs_pkey" PRIMARY KEY ("queue", "key"))`,
  `CREATE INDEX "jobs_due" ON "jobs" ("queue", "due_at")`,
  `CREATE INDEX "jobs_subject" ON "jobs" ("subject") WHERE subject IS NOT NULL`,
  ...forward('mail_outbox', mailsAsJobs),
  ...forward('push_jobs', pushesAsJobs),
  `CREATE FUNCTION delete_push_jobs() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
   BEGIN DELETE FROM jobs WHERE queue = 'push' AND subject = OLD.id::text; RETURN NULL; END $$`,
  'CREATE TRIGGER push_subscriptions_jobs AFTER DELETE ON push_subscriptions FOR EACH ROW EXECUTE FUNCTION delete_push_jobs()',
];

const DOWN = [
  'DROP TRIGGER push_subscriptions_jobs ON push_subscriptions',
  'DROP FUNCTION delete_push_jobs',
  'DROP TRIGGER mail_outbox_forward ON mail_outbox',
  'DROP FUNCTION forward_mail_outbox',
  'DROP TRIGGER push_jobs_forward ON push_jobs',
  'DROP FUNCTION forward_push_jobs',
  `INSERT INTO mail_outbox (id, kind, email_key, address, about, attempts, next_attempt_at, created_at)
   SELECT gen_random_uuid(), payload ->> 'kind', subject, payload ->> 'address', payload ->> 'about', attempts, due_at, created_at FROM jobs WHERE queue = 'mail'`,
  `INSERT INTO push_jobs (id, subscription_id, kind, about, from_id, chat_id, attempts, next_attempt_at, created_at)
   SELECT gen_random_uuid(), subject::uuid, payload ->> 'kind', payload ->> 'about', (payload ->> 'fromId')::uuid, (payload ->> 'chatId')::uuid, attempts, due_at, created_at FROM jobs WHERE queue = 'push'`,
  'DROP TABLE jobs',
];

/** One table of jobs in place of one per queue. The older tables stay, empty, until no previous build runs any more. */
export class Jobs1763800001000 implements MigrationInterface {
  readonly name = 'Jobs1763800001000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}
