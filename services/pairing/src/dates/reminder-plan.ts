import type { Tx } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../clock/clock.js';
import { Couple } from '../couples/couple.entity.js';
import { sinceOf } from '../couples/days-together.js';
import { dayIn } from '../couples/zone.js';
import { addDays, nextReminderDay, reminderInstant } from './calendar.js';
import { ImportantDate } from './important-date.entity.js';

/**
 * When a couple is to be reminded next: one instant in its row, so that nobody looks through everybody's dates once a
 * minute. Whoever changes what it follows from plans anew in the same transaction, holding that row.
 */
@Injectable()
export class ReminderPlan {
  constructor(@Inject(Clock) private readonly clock: Clock) {}

  /** From this day on, its morning included: the two are new, are back, or live by another clock. Nothing is told twice. */
  async renew(tx: Tx, couple: Couple): Promise<void> {
    await this.plan(tx, couple, dayIn(this.clock.now(), couple.timezone));
  }

  /** After a change of what there is to remind of: what is due at this moment stays due, and a morning that is over stays over. */
  async follow(tx: Tx, couple: Couple): Promise<void> {
    const isDue = couple.remindAt !== null && couple.remindAt <= this.clock.now();
    if (!isDue) await this.goOn(tx, couple);
  }

  /** From the next morning on. */
  async goOn(tx: Tx, couple: Couple): Promise<void> {
    const now = this.clock.now();
    const today = dayIn(now, couple.timezone);
    await this.plan(tx, couple, reminderInstant(today, couple.timezone) > now ? today : addDays(today, 1));
  }

  private async plan(tx: Tx, couple: Couple, from: string): Promise<void> {
    const dates = await tx.findBy(ImportantDate, { coupleId: couple.id });
    const day = nextReminderDay(dates, sinceOf(couple), from);
    await tx.update(Couple, { id: couple.id }, { remindAt: day && reminderInstant(day, couple.timezone) });
  }
}
