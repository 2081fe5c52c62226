import { command, preparedAlone } from '@duet/service-kit';

/** Deletes the subscriptions of a user ($1) but for the $2 newest. */
export const forgetOldestSubscriptions = command(
  `DELETE FROM push_subscriptions WHERE id IN (
     SELECT id FROM push_subscriptions WHERE user_id = $1 ORDER BY created_at DESC, id DESC OFFSET $2)`,
);

/** Reads the ids of people's subscriptions. It runs for every bundle of messages, and most people have none. Parameter: users. */
export const readSubscriptionIds = preparedAlone<{ id: string; userId: string }>(
  'push_subscription_ids',
  { id: 'uuid', userId: 'uuid' },
  'SELECT id, user_id AS "userId" FROM push_subscriptions WHERE user_id = ANY($1::uuid[])',
);
