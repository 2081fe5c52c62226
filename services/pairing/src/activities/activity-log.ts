import {
  type ActivityKind,
  type ActivityPage,
  type ActivityQueryDto,
  type EntityReference,
  LIMITS,
  PART_ACTIVITIES,
  activityRecorded,
} from '@duet/contracts';
import type { Tx, UnitOfWork } from '@duet/service-kit';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { v7 as uuid } from 'uuid';
import type { Couple } from '../couples/couple.entity.js';
import type { Person } from '../people/person.entity.js';
import { Activity } from './activity.entity.js';
import { insertActivity, selectNewestActivities, selectOlderActivities } from './activity.queries.js';
import { type ActivityRow, activityView } from './activity.view.js';

interface NewActivity {
  kind: ActivityKind;
  /** Left out where the activity names nobody. */
  by?: Pick<Person, 'id' | 'firstName'>;
  changed?: string[];
  /** The entity it is about; the actor or the couple by default. */
  entity?: EntityReference;
  /** When it happened; now by default. Activities of one instant have the order of their ids. */
  at?: Date;
}

/** A couple and the members who get the live update. */
export interface ActivityAudience {
  coupleId: string;
  members: [string, string];
}

/** A couple's activity list. */
@Injectable()
export class ActivityLog {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** Inserts an activity and pushes it to both members after the commit. */
  async record(unit: UnitOfWork, { coupleId, members }: ActivityAudience, input: NewActivity): Promise<void> {
    const { id: _, ...activity } = activityView(await this.store(unit.tx, coupleId, input));
    unit.push(activityRecorded, { members, activity });
  }

  /** Inserts an activity without a live update. */
  async store(tx: Tx, coupleId: string, { kind, by, changed = [], entity, at }: NewActivity): Promise<ActivityRow> {
    const row = {
      id: uuid(),
      kind,
      actorId: by?.id ?? null,
      firstName: by?.firstName ?? null,
      entityType: entity?.type ?? (by ? 'user' : 'couple'),
      entityId: entity?.id ?? by?.id ?? coupleId,
      changed: changed.length > 0 ? changed : null,
    };
    const [written] = await insertActivity(tx, [
      row.id,
      coupleId,
      kind,
      row.actorId,
      row.entityType,
      row.entityId,
      row.changed,
      at ?? null,
    ]);
    if (!written) throw new Error('the activity was not inserted');
    return { ...row, at: written.at };
  }

  /** Deletes the couple's activities about an entity, once the partner may no longer know of it. */
  async deleteAbout(tx: Tx, coupleId: string, entityId: string): Promise<void> {
    await tx.delete(Activity, { coupleId, entityId });
  }

  /**
   * One page of a couple's activities, newest first, without those of a part that it has off. It reads one row more, to know
   * whether there is a next page.
   */
  async listPage(
    { id: coupleId, hiddenParts }: Pick<Couple, 'id' | 'hiddenParts'>,
    { cursor, limit = LIMITS.activityPage }: ActivityQueryDto,
  ): Promise<ActivityPage> {
    const hidden = hiddenParts.flatMap((part) => PART_ACTIVITIES[part]);
    const rows = cursor
      ? await selectOlderActivities(this.database, [coupleId, limit + 1, hidden, cursor])
      : await selectNewestActivities(this.database, [coupleId, limit + 1, hidden]);
    const shown = rows.slice(0, limit);
    return { activities: shown.map(activityView), nextCursor: rows.length > limit ? (shown.at(-1)?.id ?? null) : null };
  }
}
