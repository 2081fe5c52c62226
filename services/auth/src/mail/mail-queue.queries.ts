import { command } from '@duet/service-kit';

/** Deletes the queued mails of some kinds ($2) to one account ($1, its `email_key`). */
export const withdrawMails = command(
  `DELETE FROM jobs WHERE queue = 'mail' AND subject = $1 AND payload ->> 'kind' = ANY($2::text[])`,
);

/** Moves the queued mails of one `email_key` ($1) to another ($2). The key of a job begins with the `email_key`. */
export const moveMails = command(
  `UPDATE jobs SET subject = $2, key = $2 || substr(key, length($1) + 1) WHERE queue = 'mail' AND subject = $1`,
);
