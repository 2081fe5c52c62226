import { type ActivityPage, type ActivityQueryDto, LIMITS, activityRecorded } from '@duet/contracts';
import type { Tx } from '@duet/service-kit';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { v7 as uuid } from 'uuid';
import type { Change } from '../changes/changes.js';
import type { Person } from '../people/person.entity.js';
import type { ActivityKind } from './activity.entity.js';
import { type ActivityRow, activityView } from './activity.view.js';

interface Happened {
  kind: ActivityKind;
  /** Nobody in particular when left out. */
  by?: Pick<Person, 'id' | 'firstName'>;
  changed?: string[];
  /** What it is about, when neither a person nor the couple. */
  entity?: { type: string; id: string };
}

/** A couple and who hears of what happens in it. */
export interface Audience {
  coupleId: string;
  members: [string, string];
}

const KEEP = `
  INSERT INTO activities (id, couple_id, kind, actor_id, entity_type, entity_id, changed) VALUES ($1, $2, $3, $4, $5, $6, $7)
  RETURNING at`;

const SELECT = `
  SELECT a.id, a.kind, a.actor_id AS "actorId", p.first_name AS "firstName", a.entity_type AS "entityType", a.entity_id AS "entityId", a.changed, a.at
  FROM activities a LEFT JOIN people p ON p.id = a.actor_id`;

const NEWEST_FIRST = 'ORDER BY a.at DESC, a.id DESC LIMIT $2';

const NEWEST = `${SELECT} WHERE a.couple_id = $1 ${NEWEST_FIRST}`;

/** Another couple's id is no place in this list, so nothing comes after it. */
const OLDER = `${SELECT} WHERE a.couple_id = $1 AND (a.at, a.id) < (SELECT at, id FROM activities WHERE id = $3 AND couple_id = $1) ${NEWEST_FIRST}`;

/** What happened between two people, for their list. */
@Injectable()
export class ActivityLog {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** Kept with the change, and told to both once it has committed. */
  async record(change: Change, { coupleId, members }: Audience, happened: Happened): Promise<void> {
    const { id: _, ...activity } = activityView(await this.keep(change.tx, coupleId, happened));
    change.tell(activityRecorded, { members, activity });
  }

  /** Kept only: both hear of it in another way. */
  async keep(tx: Tx, coupleId: string, { kind, by, changed = [], entity }: Happened): Promise<ActivityRow> {
    const row = {
      id: uuid(),
      kind,
      actorId: by?.id ?? null,
      firstName: by?.firstName ?? null,
      entityType: entity?.type ?? (by ? 'user' : 'couple'),
      entityId: entity?.id ?? by?.id ?? coupleId,
      changed: changed.length > 0 ? changed : null,
    };
    const [written] = await tx.query<[{ at: Date }]>(KEEP, [row.id, coupleId, kind, row.actorId, row.entityType, row.entityId, row.changed]);
    return { ...row, at: written.at };
  }

  /** Nothing of this is for both any more. */
  async forget(tx: Tx, entityId: string): Promise<void> {
    await tx.query('DELETE FROM activities WHERE entity_id = $1', [entityId]);
  }

  /** One row more than asked for tells whether there is a next page. */
  async page(coupleId: string, { cursor, limit = LIMITS.activityPage }: ActivityQueryDto): Promise<ActivityPage> {
    const rows = cursor
      ? await this.database.query<ActivityRow[]>(OLDER, [coupleId, limit + 1, cursor])
      : await this.database.query<ActivityRow[]>(NEWEST, [coupleId, limit + 1]);
    const shown = rows.slice(0, limit);
    return { activities: shown.map(activityView), nextCursor: rows.length > limit ? (shown.at(-1)?.id ?? null) : null };
  }
}
