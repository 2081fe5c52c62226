import { type AddDateDto, type ChangeDateByIdDto, type DateList, type DateRecord, type ImportantDateView, LIMITS, dateChanged } from '@duet/contracts';
import { AppError, type Tx } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type FindOptionsWhere, In, IsNull } from 'typeorm';
import { v7 as uuid } from 'uuid';
import { ActivityLog } from '../activities/activity-log.js';
import { type Change, Changes } from '../changes/changes.js';
import { Clock } from '../clock/clock.js';
import type { Couple } from '../couples/couple.entity.js';
import { type Acting, CouplesService } from '../couples/couples.service.js';
import { dayIn } from '../couples/zone.js';
import { dateList, dateRecord, dateView } from './date.view.js';
import { ImportantDate } from './important-date.entity.js';
import { ReminderPlan } from './reminder-plan.js';
import { takeBackReminders } from './reminder-words.js';

const entityOf = ({ id }: ImportantDate) => ({ type: 'important_date', id });

/** What somebody sees of these couples' dates: what both see, and their own. */
const seenBy = (userId: string, coupleIds: string[]): FindOptionsWhere<ImportantDate>[] => [
  { coupleId: In(coupleIds), privateTo: IsNull() },
  { coupleId: In(coupleIds), privateTo: userId },
];

/** The days that matter to two people. A private one is there for its author alone, in every answer and every event. */
@Injectable()
export class DatesService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(Changes) private readonly changes: Changes,
    @Inject(CouplesService) private readonly couples: CouplesService,
    @Inject(ReminderPlan) private readonly plan: ReminderPlan,
    @Inject(ActivityLog) private readonly activities: ActivityLog,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /** @throws AppError NO_PARTNER */
  async list(userId: string): Promise<DateList> {
    const { couple } = await this.couples.require(userId);
    const rows = await this.database.manager.find(ImportantDate, { where: seenBy(userId, [couple.id]) });
    return dateList(couple, rows, this.today(couple));
  }

  /** For an export: of couples that ended, too. */
  async records(userId: string, coupleIds: string[]): Promise<Map<string, DateRecord[]>> {
    const rows = await this.database.manager.find(ImportantDate, { where: seenBy(userId, coupleIds), order: { date: 'ASC', id: 'ASC' } });
    return new Map(coupleIds.map((id) => [id, rows.filter((row) => row.coupleId === id).map((row) => dateRecord(row, userId))]));
  }

  /**
   * Adding again under the same id is adding once.
   * @throws AppError NO_PARTNER, TOO_MANY_DATES
   */
  async add(userId: string, dto: AddDateDto): Promise<ImportantDateView> {
    return this.changes.commit(async (change) => {
      const { tx } = change;
      const acting = await this.couples.act(change, userId);
      const { couple } = acting;
      const made = await tx.findOneBy(ImportantDate, { coupleId: couple.id, createdBy: userId, clientId: dto.clientId });
      if (made) return dateView(made, this.today(couple));
      // Counted as the person sees them: a surprise of the other's must not show in a refusal either.
      if ((await tx.count(ImportantDate, { where: seenBy(userId, [couple.id]) })) >= LIMITS.importantDates) throw new AppError('TOO_MANY_DATES');
      const { title, date, yearly, remindDaysBefore, clientId } = dto;
      const privateTo = dto.private ? userId : null;
      const row = { id: uuid(), coupleId: couple.id, title, date, yearly, remindDaysBefore: inOrder(remindDaysBefore), privateTo, createdBy: userId, clientId, version: 1 };
      await tx.insert(ImportantDate, row);
      await this.plan.follow(tx, couple);
      await this.tell(change, acting, row, { isNew: true, wasSeen: false });
      return dateView(row, this.today(couple));
    });
  }

  /** @throws AppError NO_PARTNER, DATE_NOT_FOUND, VERSION_CONFLICT; ACCESS_DENIED to a partner who would make it private */
  async change(userId: string, { id, version, ...dto }: ChangeDateByIdDto): Promise<ImportantDateView> {
    return this.changes.commit(async (change) => {
      const { tx } = change;
      const acting = await this.couples.act(change, userId);
      const { couple, partnerId } = acting;
      const held = await this.require(tx, userId, couple, id);
      if (held.version !== version) throw new AppError('VERSION_CONFLICT', { current: dateView(held, this.today(couple)) });
      const isPrivate = dto.private ?? held.privateTo !== null;
      if (isPrivate !== (held.privateTo !== null) && held.createdBy !== userId) throw new AppError('ACCESS_DENIED');
      const changed = {
        ...held,
        title: dto.title ?? held.title,
        date: dto.date ?? held.date,
        yearly: dto.yearly ?? held.yearly,
        remindDaysBefore: inOrder(dto.remindDaysBefore ?? held.remindDaysBefore),
        privateTo: isPrivate ? userId : null,
        version: version + 1,
      };
      const { id: _, ...columns } = changed;
      await tx.update(ImportantDate, { id }, columns);
      if (isPrivate && held.privateTo === null) await this.hide(tx, partnerId, id);
      await this.plan.follow(tx, couple);
      await this.tell(change, acting, changed, { isNew: !isPrivate && held.privateTo !== null, wasSeen: held.privateTo === null });
      return dateView(changed, this.today(couple));
    });
  }

  /** @throws AppError NO_PARTNER, DATE_NOT_FOUND */
  async remove(userId: string, id: string): Promise<void> {
    await this.changes.commit(async (change) => {
      const { tx } = change;
      const acting = await this.couples.act(change, userId);
      const held = await this.require(tx, userId, acting.couple, id);
      await takeBackReminders(tx, id, acting.members);
      await tx.delete(ImportantDate, { id });
      await this.plan.follow(tx, acting.couple);
      await this.tell(change, acting, held, { isNew: false, wasSeen: held.privateTo === null });
    });
  }

  private async require(tx: Tx, userId: string, couple: Couple, id: string): Promise<ImportantDate> {
    const [row] = await tx.find(ImportantDate, { where: seenBy(userId, [couple.id]).map((seen) => ({ ...seen, id })) });
    if (!row) throw new AppError('DATE_NOT_FOUND');
    return row;
  }

  /** What the partner knew of it until now. */
  private async hide(tx: Tx, partnerId: string, id: string): Promise<void> {
    await takeBackReminders(tx, id, [partnerId]);
    await this.activities.forget(tx, id);
  }

  /** One event for each change: to both, or to the author's own devices for what nobody else has ever seen. */
  private async tell(change: Change, { couple, by, members }: Acting, row: ImportantDate, { isNew, wasSeen }: { isNew: boolean; wasSeen: boolean }): Promise<void> {
    const entity = entityOf(row);
    const isShared = row.privateTo === null;
    if (isNew && isShared) return this.activities.record(change, { coupleId: couple.id, members }, { kind: 'date_added', by, entity });
    const activity = { kind: 'date_changed', by: { _id: by.id, firstName: by.firstName }, entity, at: this.clock.now().toISOString() };
    change.tell(dateChanged, { users: isShared || wasSeen ? members : [by.id], activity });
  }

  private today({ timezone }: Couple): string {
    return dayIn(this.clock.now(), timezone);
  }
}

const inOrder = (days: number[]): number[] => days.toSorted((a, b) => a - b);
