import { command } from '@duet/service-kit';

/** Events stay in the stream for 7 days and in outboxes for less: a later delivery is impossible. */
const KEPT = "interval '30 days'";

/** No row when this event was handled before. Parameters: event, couple. */
export const insertAnnouncedEvent = command(
  'INSERT INTO handled_capsule_steps (event_id, couple_id) VALUES ($1, $2) ON CONFLICT DO NOTHING',
);

export const deleteOldAnnouncedEvents = command(`DELETE FROM handled_capsule_steps WHERE handled_at < now() - ${KEPT}`);
