import { statement } from '@duet/service-kit';

/** The mails that wait for an account ($1, its `email_key`). */
export const listQueuedMails = statement<{ kind: string; attempts: number; dueAt: Date }>(
  { kind: 'text', attempts: 'int4', dueAt: 'timestamptz' },
  `SELECT payload ->> 'kind' AS kind, attempts, due_at AS "dueAt" FROM jobs WHERE queue = 'mail' AND subject = $1 ORDER BY created_at, key`,
);
