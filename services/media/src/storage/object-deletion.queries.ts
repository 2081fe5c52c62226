import { statement } from '@duet/service-kit';

export const countDueDeletions = statement<{ count: number }>(
  { count: 'int4' },
  "SELECT count(*)::int AS count FROM jobs WHERE queue = 'object-deletion' AND due_at <= $1",
);
