import {
  DAILY_CATEGORIES,
  DEFAULT_CATEGORIES,
  type DailyPreferences,
  type DailyPreferencesDto,
  LIMITS,
  type PartnerActivity,
  dailyChanged,
} from '@duet/contracts';
import { AppError, Clock, Transactions, type Tx, type UnitOfWork } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { addDays } from '../calendar/days.js';
import { type Link, type LockedMembers, CouplesService } from '../couples/couples.service.js';
import { type DayKey, isDay } from './couple-days.js';
import { DailyCouple, DailyPause, DailyPreference } from './daily-couple.entity.js';
import { DailyDays } from './daily-days.js';
import { DailyPlan } from './daily-plan.js';
import { Rhythms } from './rhythms.js';

/** A member's categories, which the partner never sees, and the couple's shared settings. */
@Injectable()
export class DailyPreferencesService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(Transactions) private readonly transactions: Transactions,
    @Inject(CouplesService) private readonly couples: CouplesService,
    @Inject(DailyDays) private readonly days: DailyDays,
    @Inject(DailyPlan) private readonly plan: DailyPlan,
    @Inject(Rhythms) private readonly rhythms: Rhythms,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /** @throws AppError NO_PARTNER */
  async get(userId: string): Promise<DailyPreferences> {
    return this.view(this.database.manager, userId, await this.couples.requireLink(userId));
  }

  /** @throws AppError NO_PARTNER, VERSION_CONFLICT, HOLIDAY_INVALID */
  set(userId: string, dto: DailyPreferencesDto): Promise<DailyPreferences> {
    return this.transactions.run(async (unit) => {
      const locked = await this.couples.lockMembers(unit, userId);
      const { categories, rhythmShown, holiday } = dto;
      if (categories) await this.setCategories(unit, locked, categories);
      if (rhythmShown !== undefined || holiday !== undefined) await this.setShared(unit, locked, dto);
      return this.view(unit.tx, userId, locked);
    });
  }

  /** Pushes to the person's own devices only: the partner must not learn of a change. */
  private async setCategories(
    unit: UnitOfWork,
    { couple, by }: LockedMembers,
    categories: DailyPreference['categories'],
  ): Promise<void> {
    const inOrder = DAILY_CATEGORIES.filter((category) => categories.includes(category));
    await unit.tx.upsert(DailyPreference, { coupleId: couple.id, userId: by.id, categories: inOrder }, [
      'coupleId',
      'userId',
    ]);
    this.pushChange(unit, [by.id], couple.id);
  }

  private async setShared(
    unit: UnitOfWork,
    locked: LockedMembers,
    { rhythmShown, holiday, version }: DailyPreferencesDto,
  ): Promise<void> {
    const { tx } = unit;
    const { couple, by, members } = locked;
    await this.plan.makeDue(tx, couple.id);
    const { version: now } = await tx.findOneByOrFail(DailyCouple, { coupleId: couple.id });
    if (version !== now) throw new AppError('VERSION_CONFLICT', { current: await this.view(tx, by.id, locked) });
    await tx.update(
      DailyCouple,
      { coupleId: couple.id },
      { version: () => 'version + 1', ...(rhythmShown !== undefined && { rhythmShown }) },
    );
    if (holiday !== undefined)
      await this.setHoliday(tx, couple.id, await this.days.today(tx, couple), holiday?.until ?? null);
    this.pushChange(unit, members, couple.id, by);
  }

  /** Starts, extends or ends a holiday. `until` null ends it with yesterday; adjacent holidays count as one. */
  private async setHoliday(tx: Tx, coupleId: string, today: DayKey, until: DayKey | null): Promise<void> {
    const yesterday = addDays(today, -1);
    const pauses = await tx.findBy(DailyPause, { coupleId });
    const begun =
      pauses.find(({ from, to }) => from !== to && from <= today && to >= yesterday) ??
      this.rhythms.holidayOn(pauses, today);
    const from = begun?.from ?? today;
    if (until === null) {
      if (!begun || begun.to < today) return;
      if (from > yesterday) await tx.delete(DailyPause, { coupleId, from });
      else await tx.update(DailyPause, { coupleId, from }, { to: yesterday });
      return;
    }
    if (!isDay(until) || until < today || until > addDays(from, LIMITS.holidayDays - 1))
      throw new AppError('HOLIDAY_INVALID');
    await tx.upsert(DailyPause, { coupleId, from, to: until }, ['coupleId', 'from']);
  }

  private async view(tx: Tx, userId: string, { couple }: Pick<Link, 'couple'>): Promise<DailyPreferences> {
    const own = await tx.findOneBy(DailyPreference, { coupleId: couple.id, userId });
    const state = await this.days.findState(tx, couple.id);
    const holiday = this.rhythms.holidayOn(
      await tx.findBy(DailyPause, { coupleId: couple.id }),
      await this.days.today(tx, couple),
    );
    return {
      categories: own?.categories ?? [...DEFAULT_CATEGORIES],
      rhythmShown: state?.rhythmShown ?? true,
      holiday: holiday ? { until: holiday.to } : null,
      version: state?.version ?? 1,
    };
  }

  private pushChange(
    unit: UnitOfWork,
    members: string[],
    coupleId: string,
    by?: { id: string; firstName: string },
  ): void {
    const activity: PartnerActivity = {
      kind: 'daily_preferences',
      ...(by && { by: { _id: by.id, firstName: by.firstName } }),
      entity: { type: 'couple', id: coupleId },
      at: this.clock.now().toISOString(),
    };
    unit.push(dailyChanged, { members, activity });
  }
}
