import { command, preparedAlone } from '@duet/service-kit';

/** Deletes the subscriptions of a user ($1) but for the $2 newest. */
export const forgetOldestSubscriptions = command(
  `DELETE FROM push_subscriptions WHERE id IN (
     SELECT id FROM push_subscriptions WHERE user_id = $1 ORDER BY created_at DESC, id DESC OFFSET $2)`,
);

/** Reads the ids of a person's subscriptions. It runs for every message, and most people have none. Parameter: user. */
export const readSubscriptionIds = preparedAlone<{ id: string }>(
  'push_subscription_ids',
  { id: 'uuid' },
  'SELECT id FROM push_subscriptions WHERE user_id = $1',
);
