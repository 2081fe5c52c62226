import { DAILY_CATEGORIES, DEFAULT_CATEGORIES, type DailyPreferences, type DailyPreferencesDto, LIMITS, type PartnerActivity, dailyChanged } from '@duet/contracts';
import { AppError, type Tx } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { type Change, Changes } from '../changes/changes.js';
import { Clock } from '../clock/clock.js';
import { type Link, CouplesService } from '../couples/couples.service.js';
import { addDays } from '../dates/calendar.js';
import { type DayKey, isDay } from './couple-days.js';
import { DailyCouple, DailyPause, DailyPreference } from './daily-couple.entity.js';
import { type Both, DailyDays } from './daily-days.js';
import { DailyPlan } from './daily-plan.js';
import { Rhythms } from './rhythms.js';

const BECOME = 'UPDATE daily_couples SET rhythm_shown = coalesce($2, rhythm_shown), version = version + 1 WHERE couple_id = $1';

/** What each likes to be asked about, which the other never sees; and what the two have chosen for both. */
@Injectable()
export class DailyPreferencesService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(Changes) private readonly changes: Changes,
    @Inject(CouplesService) private readonly couples: CouplesService,
    @Inject(DailyDays) private readonly days: DailyDays,
    @Inject(DailyPlan) private readonly plan: DailyPlan,
    @Inject(Rhythms) private readonly rhythms: Rhythms,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /** @throws AppError NO_PARTNER */
  async get(userId: string): Promise<DailyPreferences> {
    return this.view(this.database.manager, userId, await this.couples.require(userId));
  }

  /** @throws AppError NO_PARTNER, VERSION_CONFLICT, HOLIDAY_INVALID */
  set(userId: string, dto: DailyPreferencesDto): Promise<DailyPreferences> {
    return this.changes.commit(async (change) => {
      const both = await this.days.act(change, userId);
      const { categories, rhythmShown, holiday } = dto;
      if (categories) await this.choose(change, both, categories);
      if (rhythmShown !== undefined || holiday !== undefined) await this.agree(change, both, dto);
      return this.view(change.tx, userId, both);
    });
  }

  /** Told to one's own devices only: that somebody chose anew would already say something. */
  private async choose(change: Change, { couple, by }: Both, categories: DailyPreference['categories']): Promise<void> {
    const inOrder = DAILY_CATEGORIES.filter((category) => categories.includes(category));
    await change.tx.upsert(DailyPreference, { coupleId: couple.id, userId: by.id, categories: inOrder }, ['coupleId', 'userId']);
    this.tell(change, [by.id], couple.id);
  }

  private async agree(change: Change, both: Both, { rhythmShown, holiday, version }: DailyPreferencesDto): Promise<void> {
    const { tx } = change;
    const { couple, by, members } = both;
    await this.plan.renew(tx, couple.id);
    const { version: now } = await tx.findOneByOrFail(DailyCouple, { coupleId: couple.id });
    if (version !== now) throw new AppError('VERSION_CONFLICT', { current: await this.view(tx, by.id, both) });
    await tx.query(BECOME, [couple.id, rhythmShown ?? null]);
    if (holiday !== undefined) await this.pause(tx, couple.id, await this.days.today(tx, couple), holiday?.until ?? null);
    this.tell(change, members, couple.id, by);
  }

  /** From today on, or as one that has begun; `until` null ends it with yesterday. One holiday after the other is one. */
  private async pause(tx: Tx, coupleId: string, today: DayKey, until: DayKey | null): Promise<void> {
    const yesterday = addDays(today, -1);
    const pauses = await tx.findBy(DailyPause, { coupleId });
    const begun = pauses.find(({ from, to }) => from !== to && from <= today && to >= yesterday) ?? this.rhythms.holidayOn(pauses, today);
    const from = begun?.from ?? today;
    if (until === null) {
      if (!begun || begun.to < today) return;
      if (from > yesterday) await tx.delete(DailyPause, { coupleId, from });
      else await tx.update(DailyPause, { coupleId, from }, { to: yesterday });
      return;
    }
    if (!isDay(until) || until < today || until > addDays(from, LIMITS.holidayDays - 1)) throw new AppError('HOLIDAY_INVALID');
    await tx.upsert(DailyPause, { coupleId, from, to: until }, ['coupleId', 'from']);
  }

  private async view(tx: Tx, userId: string, { couple }: Pick<Link, 'couple'>): Promise<DailyPreferences> {
    const own = await tx.findOneBy(DailyPreference, { coupleId: couple.id, userId });
    const state = await this.days.state(tx, couple.id);
    const holiday = this.rhythms.holidayOn(await tx.findBy(DailyPause, { coupleId: couple.id }), await this.days.today(tx, couple));
    return {
      categories: own?.categories ?? [...DEFAULT_CATEGORIES],
      rhythmShown: state?.rhythmShown ?? true,
      holiday: holiday ? { until: holiday.to } : null,
      version: state?.version ?? 1,
    };
  }

  private tell(change: Change, members: string[], coupleId: string, by?: { id: string; firstName: string }): void {
    const activity: PartnerActivity = {
      kind: 'daily_preferences',
      ...(by && { by: { _id: by.id, firstName: by.firstName } }),
      entity: { type: 'couple', id: coupleId },
      at: this.clock.now().toISOString(),
    };
    change.tell(dailyChanged, { members, activity });
  }
}
