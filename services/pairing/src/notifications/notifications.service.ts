import {
  LIMITS,
  NOTICES,
  PART_NOTICES,
  type EntityReference,
  type NoticeKind,
  type NotificationList,
  type ReminderSubject,
  noticeIssued,
  notificationCreated,
} from '@duet/contracts';
import { Clock, type Tx, type UnitOfWork } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, In, IsNull, Not } from 'typeorm';
import { v7 as uuid } from 'uuid';
import { Acquaintances } from '../people/acquaintances.service.js';
import type { Person } from '../people/person.entity.js';
import { NoticeSentences } from './notice-sentences.js';
import { Notification } from './notification.entity.js';
import { insertNotification, selectHiddenParts } from './notification.queries.js';
import { notificationView } from './notification.view.js';

/** A notification to add. */
export interface NewNotification {
  userId: string;
  kind: NoticeKind;
  about: Pick<Person, 'id' | 'firstName'> | null;
  entity: EntityReference;
  /** The thing that a reminder names. */
  reminder?: ReminderSubject | undefined;
}

const NEWEST_FIRST = { createdAt: 'DESC', id: 'DESC' } as const;

/** Each person's newest notifications; older ones are deleted. Those of a part that the couple has off stay stored and are not shown. */
@Injectable()
export class NotificationsService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(Acquaintances) private readonly acquaintances: Acquaintances,
    @Inject(NoticeSentences) private readonly sentences: NoticeSentences,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  async list(userId: string, limit: number = LIMITS.notificationsKept): Promise<NotificationList> {
    const { manager } = this.database;
    const kind = Not(In(await this.hiddenKinds(manager, userId)));
    const [rows, unread] = await Promise.all([
      manager.find(Notification, {
        where: { userId, kind },
        relations: { about: true },
        order: NEWEST_FIRST,
        take: limit,
      }),
      this.countUnread(manager, userId),
    ]);
    const sentences = await this.sentences.findSentences(userId, rows);
    const visible = await this.acquaintances.visiblePeople(
      manager,
      userId,
      rows.flatMap(({ about }) => about ?? []),
    );
    return {
      notifications: rows.map((row) =>
        notificationView(row, visible.get(row.aboutId ?? '')?.firstName ?? null, sentences.get(row.entityId)),
      ),
      unread,
    };
  }

  /** Marks these notifications as read, or all without ids. @returns the number of unread ones */
  async markRead(userId: string, ids?: string[]): Promise<number> {
    return this.database.transaction(async (tx) => {
      const unread = { userId, readAt: IsNull(), ...(ids && { id: In(ids) }) };
      await tx.update(Notification, unread, { readAt: this.clock.now() });
      return this.countUnread(tx, userId);
    });
  }

  /**
   * Adds a notification with the change; its live update and event follow the commit. It replaces an earlier one of its
   * kind about the same thing, as with a story that waits after every scene. A category that the person turned off gets only
   * the event, and a part that the couple has off gets nothing. The person's row is locked, so exactly the newest remain. Lock
   * partner requests before this call, never after it: all transactions take the locks in that order.
   */
  async addNotification(unit: UnitOfWork, { userId, kind, about, entity, reminder }: NewNotification): Promise<void> {
    if ((await this.hiddenKinds(unit.tx, userId)).includes(kind)) return;
    await unit.record(noticeIssued, userId, { userId, notice: kind, aboutId: about?.id ?? null, entity });
    const id = uuid();
    const [written] = await insertNotification(unit.tx, [
      id,
      userId,
      kind,
      about?.id ?? null,
      entity.type,
      entity.id,
      NOTICES[kind],
    ]);
    if (!written) return;
    const row = { id, kind, entityType: entity.type, entityId: entity.id, createdAt: written.createdAt, readAt: null };
    unit.push(notificationCreated, { userId, notification: notificationView(row, about?.firstName ?? null, reminder) });
  }

  /** Marks these people's notifications about closed requests or answered questions as read. */
  async settleNotifications(tx: Tx, userIds: string[], entityIds: string[]): Promise<void> {
    const unread = { userId: In(userIds), entityId: In(entityIds), readAt: IsNull() };
    await tx.update(Notification, unread, { readAt: this.clock.now() });
  }

  /** Deletes these people's notifications about these entities. */
  async deleteNotifications(tx: Tx, kind: NoticeKind, userIds: string[], entityIds: string[]): Promise<void> {
    await tx.delete(Notification, { kind, userId: In(userIds), entityId: In(entityIds) });
  }

  private async countUnread(tx: Tx, userId: string): Promise<number> {
    const kind = Not(In(await this.hiddenKinds(tx, userId)));
    return tx.countBy(Notification, { userId, kind, readAt: IsNull() });
  }

  /** The kinds of the parts that the person's couple has off. */
  private async hiddenKinds(tx: Tx, userId: string): Promise<NoticeKind[]> {
    const [couple] = await selectHiddenParts(tx, [userId]);
    return couple?.parts.flatMap((part) => PART_NOTICES[part]) ?? [];
  }
}
