import { LIMITS, NOTICES, type NoticeKind, type NotificationList, noticeIssued, notificationCreated } from '@duet/contracts';
import type { Tx } from '@duet/service-kit';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, In, IsNull } from 'typeorm';
import { v7 as uuid } from 'uuid';
import type { Change } from '../changes/changes.js';
import { reminderWords } from '../dates/reminder-words.js';
import type { Person } from '../people/person.entity.js';
import { Notification } from './notification.entity.js';
import { notificationView } from './notification.view.js';

/** What somebody is to be told, about whom and what. */
export interface Notice {
  userId: string;
  kind: NoticeKind;
  about: Pick<Person, 'id' | 'firstName'> | null;
  entity: { type: string; id: string };
  /** Where the kind alone does not make them. */
  words?: string | undefined;
}

/**
 * Unless the person wants no such thing listed. The new one makes room for itself: the statement sees the others as
 * they were before it.
 */
const ADD = `
  WITH wanted AS (
    SELECT id FROM people WHERE id = $2 AND NOT $7 = ANY (unlisted)
  ), pruned AS (
    DELETE FROM notifications WHERE id IN (
      SELECT id FROM notifications WHERE user_id = (SELECT id FROM wanted) ORDER BY created_at DESC, id DESC OFFSET ${LIMITS.notificationsKept - 1})
  )
  INSERT INTO notifications (id, user_id, kind, about_id, entity_type, entity_id) SELECT $1, id, $3, $4, $5, $6 FROM wanted
  RETURNING created_at AS "createdAt"`;

const NEWEST_FIRST = { createdAt: 'DESC', id: 'DESC' } as const;

/** The newest of what each person was told, kept until newer ones push them out. */
@Injectable()
export class NotificationsService {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  async list(userId: string, limit: number = LIMITS.notificationsKept): Promise<NotificationList> {
    const { manager } = this.database;
    const [rows, unread] = await Promise.all([
      manager.find(Notification, { where: { userId }, relations: { about: true }, order: NEWEST_FIRST, take: limit }),
      this.unread(manager, userId),
    ]);
    const reminders = rows.filter(({ kind }) => kind === 'date_reminder').map(({ entityId }) => entityId);
    const words = await reminderWords(manager, userId, reminders);
    return { notifications: rows.map((row) => notificationView(row, row.about?.firstName ?? null, words.get(row.entityId))), unread };
  }

  /** Marks these, or without ids all, of the person's own. @returns how many are unread still */
  async read(userId: string, ids?: string[]): Promise<number> {
    return this.database.transaction(async (tx) => {
      await tx.update(Notification, { userId, readAt: IsNull(), ...(ids && { id: In(ids) }) }, { readAt: () => 'now()' });
      return this.unread(tx, userId);
    });
  }

  /**
   * Told with the change and only if it commits. The change holds the person, so that exactly the newest are kept;
   * it touches no partner request after this, because those are locked before anything here.
   */
  async add(change: Change, { userId, kind, about, entity, words }: Notice): Promise<void> {
    await change.record(noticeIssued, userId, { userId, notice: kind, aboutId: about?.id ?? null });
    const id = uuid();
    const [written] = await change.tx.query<{ createdAt: Date }[]>(ADD, [id, userId, kind, about?.id ?? null, entity.type, entity.id, NOTICES[kind]]);
    if (!written) return;
    const row = { id, kind, entityType: entity.type, entityId: entity.id, createdAt: written.createdAt, readAt: null };
    change.tell(notificationCreated, { userId, notification: notificationView(row, about?.firstName ?? null, words) });
  }

  /** What these notifications asked for is settled: nobody has to look at them any more. */
  async settle(tx: Tx, userIds: string[], entityIds: string[]): Promise<void> {
    await tx.update(Notification, { userId: In(userIds), entityId: In(entityIds), readAt: IsNull() }, { readAt: () => 'now()' });
  }

  private unread(tx: Tx, userId: string): Promise<number> {
    return tx.countBy(Notification, { userId, readAt: IsNull() });
  }
}
