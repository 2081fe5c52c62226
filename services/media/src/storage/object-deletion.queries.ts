import { command, statement } from '@duet/service-kit';

export const countDueDeletions = statement<{ count: number }>(
  { count: 'int4' },
  "SELECT count(*)::int AS count FROM jobs WHERE queue = 'object-deletion' AND due_at <= $1",
);

/** Whether a report still has to copy the object. */
export const countReportsOf = command("SELECT FROM report_files WHERE source IS NOT NULL AND source ->> 'name' = $1");
