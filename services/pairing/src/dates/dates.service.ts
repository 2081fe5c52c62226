import {
  type AddDateDto,
  type ChangeDateByIdDto,
  type DateList,
  type DateRecord,
  type FoundDates,
  type ImportantDateView,
  LIMITS,
  type PartnerActivity,
  type SearchDatesDto,
  dateChanged,
  matchesWords,
} from '@duet/contracts';
import { AppError, Clock, Transactions, type Tx, type UnitOfWork, dayIn } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type FindOptionsWhere, In, IsNull } from 'typeorm';
import { v7 as uuid } from 'uuid';
import { ActivityLog } from '../activities/activity-log.js';
import type { Couple } from '../couples/couple.entity.js';
import { type LockedCouple, CouplesService } from '../couples/couples.service.js';
import { dateList, dateRecord, dateView } from './date.view.js';
import { ImportantDate } from './important-date.entity.js';
import { ReminderPlan } from './reminder-plan.js';
import { ReminderSentences } from './reminder-sentences.js';

const entityOf = ({ id }: ImportantDate) => ({ type: 'important_date' as const, id });

/** The dates of these couples that a person may see: shared ones and their own private ones. */
const visibleTo = (userId: string, coupleIds: string[]): FindOptionsWhere<ImportantDate>[] => [
  { coupleId: In(coupleIds), privateTo: IsNull() },
  { coupleId: In(coupleIds), privateTo: userId },
];

/** Important dates. Answers and live updates show a private date to its author only. */
@Injectable()
export class DatesService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(Transactions) private readonly transactions: Transactions,
    @Inject(CouplesService) private readonly couples: CouplesService,
    @Inject(ReminderPlan) private readonly plan: ReminderPlan,
    @Inject(ReminderSentences) private readonly reminders: ReminderSentences,
    @Inject(ActivityLog) private readonly activities: ActivityLog,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /** @throws AppError NO_PARTNER */
  async listDates(userId: string): Promise<DateList> {
    const { couple } = await this.couples.requireLink(userId);
    const rows = await this.database.manager.find(ImportantDate, { where: visibleTo(userId, [couple.id]) });
    return dateList(couple, rows, this.today(couple));
  }

  /** Reads all visible dates: `LIMITS.importantDates` bounds them. @throws AppError NO_PARTNER */
  async searchDates(userId: string, { q, limit = LIMITS.searchHits }: SearchDatesDto): Promise<FoundDates> {
    const { dates } = await this.listDates(userId);
    const found = dates.filter(({ title }) => matchesWords(title, q));
    return { hits: found.slice(0, limit), more: found.length > limit };
  }

  /** The dates for an export, ended couples included. */
  async listRecords(userId: string, coupleIds: string[]): Promise<Map<string, DateRecord[]>> {
    const rows = await this.database.manager.find(ImportantDate, {
      where: visibleTo(userId, coupleIds),
      order: { date: 'ASC', id: 'ASC' },
    });
    return new Map(
      coupleIds.map((id) => [id, rows.filter((row) => row.coupleId === id).map((row) => dateRecord(row, userId))]),
    );
  }

  /**
   * A repeated call with the same `clientId` adds nothing.
   * @throws AppError NO_PARTNER, TOO_MANY_DATES
   */
  async addDate(userId: string, dto: AddDateDto): Promise<ImportantDateView> {
    return this.transactions.run(async (unit) => {
      const { tx } = unit;
      const locked = await this.couples.lockCouple(unit, userId);
      const { couple } = locked;
      const existing = await tx.findOneBy(ImportantDate, {
        coupleId: couple.id,
        createdBy: userId,
        clientId: dto.clientId,
      });
      if (existing) return dateView(existing, this.today(couple));
      // Count only what the person sees: a refusal must not reveal the partner's private dates.
      if ((await tx.count(ImportantDate, { where: visibleTo(userId, [couple.id]) })) >= LIMITS.importantDates)
        throw new AppError('TOO_MANY_DATES');
      const { title, date, yearly, remindDaysBefore, clientId } = dto;
      const privateTo = dto.private ? userId : null;
      const row = {
        id: uuid(),
        coupleId: couple.id,
        title,
        date,
        yearly,
        remindDaysBefore: inOrder(remindDaysBefore),
        privateTo,
        createdBy: userId,
        clientId,
        version: 1,
      };
      await tx.insert(ImportantDate, row);
      await this.plan.planAfterChange(tx, couple);
      await this.pushChange(unit, locked, row, { isNew: true, wasSeen: false });
      return dateView(row, this.today(couple));
    });
  }

  /**
   * @throws AppError NO_PARTNER, DATE_NOT_FOUND, VERSION_CONFLICT; ACCESS_DENIED when the partner tries to make it
   * private
   */
  async changeDate(userId: string, { id, version, ...dto }: ChangeDateByIdDto): Promise<ImportantDateView> {
    return this.transactions.run(async (unit) => {
      const { tx } = unit;
      const locked = await this.couples.lockCouple(unit, userId);
      const { couple } = locked;
      const before = await this.findVisibleDate(tx, userId, couple, id);
      if (before.version !== version)
        throw new AppError('VERSION_CONFLICT', { current: dateView(before, this.today(couple)) });
      const isPrivate = dto.private ?? before.privateTo !== null;
      if (isPrivate !== (before.privateTo !== null) && before.createdBy !== userId) throw new AppError('ACCESS_DENIED');
      const changed = {
        ...before,
        title: dto.title ?? before.title,
        date: dto.date ?? before.date,
        yearly: dto.yearly ?? before.yearly,
        remindDaysBefore: inOrder(dto.remindDaysBefore ?? before.remindDaysBefore),
        privateTo: isPrivate ? userId : null,
        version: version + 1,
      };
      const { id: _, ...columns } = changed;
      await tx.update(ImportantDate, { id }, columns);
      if (isPrivate && before.privateTo === null) await this.hideFrom(tx, locked, id);
      await this.plan.planAfterChange(tx, couple);
      await this.pushChange(unit, locked, changed, {
        isNew: !isPrivate && before.privateTo !== null,
        wasSeen: before.privateTo === null,
      });
      return dateView(changed, this.today(couple));
    });
  }

  /** @throws AppError NO_PARTNER, DATE_NOT_FOUND */
  async removeDate(userId: string, id: string): Promise<void> {
    await this.transactions.run(async (unit) => {
      const { tx } = unit;
      const locked = await this.couples.lockCouple(unit, userId);
      const before = await this.findVisibleDate(tx, userId, locked.couple, id);
      await this.reminders.withdraw(tx, id, locked.members);
      await tx.delete(ImportantDate, { id });
      await this.plan.planAfterChange(tx, locked.couple);
      await this.pushChange(unit, locked, before, { isNew: false, wasSeen: before.privateTo === null });
    });
  }

  private async findVisibleDate(tx: Tx, userId: string, couple: Couple, id: string): Promise<ImportantDate> {
    const [row] = await tx.find(ImportantDate, {
      where: visibleTo(userId, [couple.id]).map((visible) => ({ ...visible, id })),
    });
    if (!row) throw new AppError('DATE_NOT_FOUND');
    return row;
  }

  /** Deletes what the partner has seen of the date. */
  private async hideFrom(tx: Tx, { couple, partnerId }: LockedCouple, id: string): Promise<void> {
    await this.reminders.withdraw(tx, id, [partnerId]);
    await this.activities.deleteAbout(tx, couple.id, id);
  }

  /**
   * Pushes one live update per change: to both members, or to the author's devices for a date that was never shared.
   */
  private async pushChange(
    unit: UnitOfWork,
    { couple, by, members }: LockedCouple,
    row: ImportantDate,
    { isNew, wasSeen }: { isNew: boolean; wasSeen: boolean },
  ): Promise<void> {
    const entity = entityOf(row);
    const isShared = row.privateTo === null;
    if (isNew && isShared)
      return this.activities.record(unit, { coupleId: couple.id, members }, { kind: 'date_added', by, entity });
    const activity: PartnerActivity = {
      kind: 'date_changed',
      by: { _id: by.id, firstName: by.firstName },
      entity,
      at: this.clock.now().toISOString(),
    };
    unit.push(dateChanged, { users: isShared || wasSeen ? members : [by.id], activity });
  }

  private today({ timezone }: Couple): string {
    return dayIn(this.clock.now(), timezone);
  }
}

const inOrder = (days: number[]): number[] => days.toSorted((a, b) => a - b);
