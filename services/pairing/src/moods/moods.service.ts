import { LIMITS, type MoodList, type MoodRecord, type MoodView, type SetMoodDto, moodChanged } from '@duet/contracts';
import { Clock, DAY, Transactions, type UnitOfWork, dayIn, dayOfCouple, endOfCoupleDay } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, In, LessThanOrEqual, MoreThan } from 'typeorm';
import { v7 as uuid } from 'uuid';
import { addDays } from '../calendar/days.js';
import { type LockedCouple, CouplesService } from '../couples/couples.service.js';
import { NotificationsService } from '../notifications/notifications.service.js';
import { DayMood } from './mood.entity.js';
import { moodRecords, moodViews } from './mood.view.js';

/** Days in any time zone are at most one away from those in UTC. */
const STORED = (LIMITS.moodDays + 1) * DAY;

/** Moods of the day. They belong to the couple row: restored and purged with it. */
@Injectable()
export class MoodsService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(Transactions) private readonly transactions: Transactions,
    @Inject(CouplesService) private readonly couples: CouplesService,
    @Inject(NotificationsService) private readonly notifications: NotificationsService,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /** @throws AppError NO_PARTNER, PART_HIDDEN */
  async listMoods(userId: string, days: number = LIMITS.moodDays): Promise<MoodList> {
    const { couple } = await this.couples.requireLink(userId, 'gestures');
    const now = this.clock.now();
    const today = dayOfCouple(couple, now);
    const rows = await this.database.manager.find(DayMood, {
      where: { coupleId: couple.id, day: MoreThan(addDays(today, -days)) },
      order: { day: 'DESC', setAt: 'DESC', id: 'DESC' },
    });
    return { today, until: endOfCoupleDay(couple, now).toISOString(), moods: rows.flatMap(moodViews) };
  }

  /** The person's own moods for an export, by couple. */
  async listRecords(userId: string, coupleIds: string[]): Promise<Map<string, MoodRecord[]>> {
    const rows = await this.database.manager.find(DayMood, {
      where: { userId, coupleId: In(coupleIds) },
      order: { day: 'ASC' },
    });
    return new Map(coupleIds.map((id) => [id, rows.filter(({ coupleId }) => coupleId === id).flatMap(moodRecords)]));
  }

  /** Sets the mood of the couple's day. The first one of a day notifies the partner. @throws AppError NO_PARTNER, PART_HIDDEN */
  async setMood(userId: string, { mood, note = '' }: SetMoodDto): Promise<MoodView> {
    return this.transactions.run(async (unit) => {
      const locked = await this.couples.lockMembers(unit, userId, 'gestures');
      const { key, before } = await this.findToday(unit, locked);
      if (before?.mood === mood && before.note === note) return { ...key, mood, note, at: before.setAt.toISOString() };
      const [id, setAt] = [before?.id ?? uuid(), this.clock.now()];
      await unit.tx.upsert(DayMood, { ...key, coupleId: locked.couple.id, id, mood, note, setAt }, ['id']);
      this.pushChange(unit, locked, id);
      if (!before) await this.notifyPartner(unit, locked, id);
      return { ...key, mood, note, at: setAt.toISOString() };
    });
  }

  /** Takes the mood of the couple's day back, with its notification. @throws AppError NO_PARTNER, PART_HIDDEN */
  async clearMood(userId: string): Promise<void> {
    await this.transactions.run(async (unit) => {
      const locked = await this.couples.lockCouple(unit, userId, 'gestures');
      const { before } = await this.findToday(unit, locked);
      if (!before?.mood) return;
      await unit.tx.update(DayMood, { id: before.id }, { mood: null, note: '' });
      await this.notifications.deleteNotifications(unit.tx, 'mood_shared', [locked.partnerId], [before.id]);
      this.pushChange(unit, locked, before.id);
    });
  }

  /** Deletes the moods that no list shows any more. */
  async deleteOld(): Promise<void> {
    const last = dayIn(this.clock.in(-STORED), 'UTC');
    await this.database.manager.delete(DayMood, { day: LessThanOrEqual(last) });
  }

  private async findToday(
    { tx }: UnitOfWork,
    { couple, by }: LockedCouple,
  ): Promise<{ key: Pick<DayMood, 'userId' | 'day'>; before: DayMood | null }> {
    const key = { userId: by.id, day: dayOfCouple(couple, this.clock.now()) };
    return { key, before: await tx.findOneBy(DayMood, { coupleId: couple.id, ...key }) };
  }

  /** The other devices of the person show it too. */
  private pushChange(unit: UnitOfWork, { by, members }: LockedCouple, id: string): void {
    unit.push(moodChanged, {
      users: members,
      activity: {
        kind: 'mood_changed',
        by: { _id: by.id, firstName: by.firstName },
        entity: { type: 'mood', id },
        at: this.clock.now().toISOString(),
      },
    });
  }

  private async notifyPartner(unit: UnitOfWork, { by, partnerId }: LockedCouple, id: string): Promise<void> {
    await this.notifications.addNotification(unit, {
      userId: partnerId,
      kind: 'mood_shared',
      about: by,
      entity: { type: 'mood', id },
    });
  }
}
