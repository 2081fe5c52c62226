import { command, statement } from '../data/statement.js';
import type { Job } from './job.js';

const add = (onConflict: string) =>
  command(`
    INSERT INTO jobs (queue, key, subject, payload, due_at, created_at)
    SELECT $1, key, subject, payload::jsonb, due, due
    FROM unnest($2::text[], $3::text[], $4::text[], $5::timestamptz[]) AS given (key, subject, payload, due)
    ON CONFLICT (queue, key) ${onConflict}`);

/** Add jobs, and differ in the treatment of a job whose key the queue already has. */
export const ADD_JOBS = {
  /** Keeps the waiting job. */
  keep: add('DO NOTHING'),
  /** Replaces it; its worker loses it. */
  restart: add(
    `DO UPDATE SET subject = excluded.subject, payload = excluded.payload, attempts = 0, lease = NULL,
      due_at = excluded.due_at, created_at = excluded.created_at`,
  ),
  /** Changes its due time. */
  reschedule: add('DO UPDATE SET due_at = excluded.due_at'),
  /** Changes its due time, unless an attempt has begun. */
  'reschedule-unstarted': add('DO UPDATE SET due_at = excluded.due_at WHERE jobs.attempts = 0'),
} as const;

/** Claims due jobs, oldest first, and passes over those that another worker is claiming. */
export const claimJobs = statement<Job<object>>(
  {
    key: 'text',
    subject: 'text | null',
    payload: 'jsonb',
    attempts: 'int4',
    lease: 'text',
    createdAt: 'timestamptz',
  },
  `UPDATE jobs SET attempts = attempts + 1, lease = gen_random_uuid(), due_at = $3
   WHERE queue = $1 AND key = ANY (ARRAY(
     SELECT key FROM jobs WHERE queue = $1 AND due_at <= $2 AND (lease IS NULL OR lease <> ALL ($5::uuid[]))
     ORDER BY due_at LIMIT $4 FOR UPDATE SKIP LOCKED))
   RETURNING key, subject, payload, attempts, lease::text, created_at AS "createdAt"`,
);

const OWN = 'WHERE queue = $1 AND key = $2 AND lease = $3';

export const completeJob = command(`DELETE FROM jobs ${OWN}`);
export const renewLease = command(`UPDATE jobs SET due_at = $4 ${OWN}`);
export const retryJob = command(`UPDATE jobs SET lease = NULL, due_at = $4 ${OWN}`);

/** One attempt stays counted: it has begun, and `cancelUnstartedJobs` must not pass over its effects. */
export const returnJob = command(
  `UPDATE jobs SET lease = NULL, attempts = greatest(attempts - 1, 1), due_at = $4 ${OWN}`,
);
export const postponeJob = command(
  `UPDATE jobs SET lease = NULL, attempts = attempts - 1, due_at = $4, created_at = $4 ${OWN}`,
);

export const restartJobs = command(
  'UPDATE jobs SET attempts = attempts - (lease IS NOT NULL)::int, lease = NULL, due_at = $3 WHERE queue = $1 AND key = ANY($2)',
);
export const cancelJobs = command('DELETE FROM jobs WHERE queue = $1 AND key = ANY($2)');
export const cancelUnstartedJobs = command('DELETE FROM jobs WHERE queue = $1 AND key = ANY($2) AND attempts = 0');
export const cancelJobsBetween = command('DELETE FROM jobs WHERE queue = $1 AND key >= $2 AND key < $3');
export const cancelJobsOfSubject = command('DELETE FROM jobs WHERE queue = $1 AND subject = $2');
export const cancelEveryJobOfSubject = command('DELETE FROM jobs WHERE subject = $1');
export const sweepJobs = command('DELETE FROM jobs WHERE queue = $1 AND created_at <= $2');

/** Takes the turn of a periodic job when its time has come. It writes a row if this replica may run it. */
export const takeTurn = command(`
  INSERT INTO jobs (queue, key, due_at, created_at) VALUES ('periodic', $1, now() + $2 * interval '1 millisecond', now())
  ON CONFLICT (queue, key) DO UPDATE SET due_at = excluded.due_at WHERE jobs.due_at <= now()`);
