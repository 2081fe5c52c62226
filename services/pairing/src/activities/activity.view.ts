import { type ActivityView, TEXTS } from '@duet/contracts';
import type { Activity } from './activity.entity.js';

/** A row with its actor's first name; null once that account is deleted. */
export interface ActivityRow extends Pick<
  Activity,
  'id' | 'kind' | 'actorId' | 'entityType' | 'entityId' | 'changed' | 'at'
> {
  firstName: string | null;
}

export function activityView(row: ActivityRow): ActivityView {
  return {
    id: row.id,
    kind: row.kind,
    ...(row.actorId !== null && { by: { _id: row.actorId, firstName: row.firstName ?? TEXTS.deletedPerson } }),
    entity: { type: row.entityType, id: row.entityId },
    ...(row.changed && { changed: row.changed }),
    at: row.at.toISOString(),
  };
}
