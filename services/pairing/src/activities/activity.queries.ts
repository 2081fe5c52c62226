import { type Columns, prepared, preparedAlone } from '@duet/service-kit';
import type { ActivityRow } from './activity.view.js';

/** Parameters: id, couple, kind, actor, entity type, entity id, changed fields, instant or null for now. */
export const insertActivity = prepared<{ at: Date }>(
  'activity-insert',
  { at: 'timestamptz' },
  `INSERT INTO activities (id, couple_id, kind, actor_id, entity_type, entity_id, changed, at)
   VALUES ($1, $2, $3, $4, $5, $6, $7, coalesce($8::timestamptz, clock_timestamp()))
   RETURNING at`,
);

const SELECT = `
  SELECT a.id, a.kind, a.actor_id AS "actorId", p.first_name AS "firstName", a.entity_type AS "entityType", a.entity_id AS "entityId", a.changed, a.at
  FROM activities a LEFT JOIN people p ON p.id = a.actor_id`;

const COLUMNS: Columns<ActivityRow> = {
  id: 'uuid',
  kind: 'text',
  actorId: 'uuid | null',
  firstName: 'text | null',
  entityType: 'text',
  entityId: 'uuid',
  changed: 'text[] | null',
  at: 'timestamptz',
};

const NEWEST_FIRST = 'ORDER BY a.at DESC, a.id DESC LIMIT $2';

/** Parameters: couple, limit, kinds that are not shown. */
export const selectNewestActivities = preparedAlone<ActivityRow>(
  'activity-newest',
  COLUMNS,
  `${SELECT} WHERE a.couple_id = $1 AND a.kind <> ALL ($3::text[]) ${NEWEST_FIRST}`,
);

/** Parameters: couple, limit, kinds that are not shown, id of the last activity shown. An id of another couple finds no row to compare with, so the page is empty. */
export const selectOlderActivities = preparedAlone<ActivityRow>(
  'activity-older',
  COLUMNS,
  `${SELECT} WHERE a.couple_id = $1 AND a.kind <> ALL ($3::text[]) AND (a.at, a.id) < (SELECT at, id FROM activities WHERE id = $4 AND couple_id = $1) ${NEWEST_FIRST}`,
);
