import type { ReminderSubject } from '@duet/contracts';
import type { Tx } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, In } from 'typeorm';
import { NoticeSentences } from '../notifications/notice-sentences.js';
import { NotificationsService } from '../notifications/notifications.service.js';
import { DateReminder } from './date-reminder.entity.js';
import { type RemindedRow, selectReminded } from './date-reminder.queries.js';

/** The thing that a reminder names; null when the date is deleted or hidden from the person. */
export function reminderSubject({
  title,
  milestone,
  count,
  daysBefore,
}: Omit<RemindedRow, 'id'>): ReminderSubject | null {
  if (milestone !== null && count !== null) return { milestone, count };
  return title === null ? null : { title, daysBefore };
}

/** Words the notifications about reminders, and withdraws them with their date. */
@Injectable()
export class ReminderSentences {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(NotificationsService) private readonly notifications: NotificationsService,
    @Inject(NoticeSentences) sentences: NoticeSentences,
  ) {
    sentences.register('date_reminder', (userId, ids) => this.findSentences(userId, ids));
  }

  /** Deletes these people's reminders of a date and the notifications about them. */
  async withdraw(tx: Tx, dateId: string, userIds: string[]): Promise<void> {
    const sent = await tx.findBy(DateReminder, { dateId, userId: In(userIds) });
    const ids = sent.map(({ id }) => id);
    await tx.delete(DateReminder, { id: In(ids) });
    await this.notifications.deleteNotifications(tx, 'date_reminder', userIds, ids);
  }

  private async findSentences(userId: string, ids: string[]): Promise<Map<string, ReminderSubject>> {
    const subjects = new Map<string, ReminderSubject>();
    for (const row of await selectReminded(this.database, [userId, ids])) {
      const subject = reminderSubject(row);
      if (subject !== null) subjects.set(row.id, subject);
    }
    return subjects;
  }
}
