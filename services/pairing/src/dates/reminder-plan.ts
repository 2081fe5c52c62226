import { Clock, type Tx, type UnitOfWork, dayIn } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { addDays } from '../calendar/days.js';
import { type CoupleChange, CoupleChanges } from '../couples/couple-changes.js';
import { Couple } from '../couples/couple.entity.js';
import { ImportantDate } from './important-date.entity.js';
import { nextReminderDay, reminderInstant, sinceDays } from './occurrences.js';

/**
 * Plans a couple's next reminder: one instant in the couple's row, so that the job does not scan all dates. Every
 * change that moves it replans in its own transaction, with the row locked.
 */
@Injectable()
export class ReminderPlan {
  constructor(
    @Inject(Clock) private readonly clock: Clock,
    @Inject(CoupleChanges) coupleChanges: CoupleChanges,
  ) {
    coupleChanges.subscribe((unit, change) => this.apply(unit, change));
  }

  private async apply({ tx }: UnitOfWork, { kind, couple }: CoupleChange): Promise<void> {
    if (kind === 'linked' || kind === 'timezone_changed') await this.planFromToday(tx, couple);
    if (kind === 'together_since_changed') await this.planAfterChange(tx, couple);
  }

  /** Plans from today, this morning included, after a link or a new time zone. Sent reminders are not sent again. */
  private async planFromToday(tx: Tx, couple: Couple): Promise<void> {
    await this.plan(tx, couple, dayIn(this.clock.now(), couple.timezone));
  }

  /** Plans again after a change of a date or of `togetherSince`. A reminder that is due now stays due, and a missed morning stays missed. */
  async planAfterChange(tx: Tx, couple: Couple): Promise<void> {
    const isDue = couple.remindAt !== null && couple.remindAt <= this.clock.now();
    if (!isDue) await this.planFromNextMorning(tx, couple);
  }

  /** Plans from the next nine o'clock on. */
  async planFromNextMorning(tx: Tx, couple: Couple): Promise<void> {
    const now = this.clock.now();
    const today = dayIn(now, couple.timezone);
    await this.plan(tx, couple, reminderInstant(today, couple.timezone) > now ? today : addDays(today, 1));
  }

  private async plan(tx: Tx, couple: Couple, from: string): Promise<void> {
    const dates = await tx.findBy(ImportantDate, { coupleId: couple.id });
    const day = nextReminderDay(dates, sinceDays(couple), from);
    await tx.update(Couple, { id: couple.id }, { remindAt: day && reminderInstant(day, couple.timezone) });
  }
}
