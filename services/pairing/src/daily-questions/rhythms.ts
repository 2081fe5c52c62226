import type { DailyToday } from '@duet/contracts';
import type { Tx } from '@duet/service-kit';
import { Injectable } from '@nestjs/common';
import type { DayKey } from './couple-days.js';
import { DailyCouple, DailyPause } from './daily-couple.entity.js';
import { rhythmOf } from './rhythm.js';

const BOTH = 'SELECT day_key AS "dayKey" FROM daily_questions WHERE couple_id = $1 AND revealed_at IS NOT NULL';

/** A couple's rhythm, reckoned from its days whenever somebody looks. */
@Injectable()
export class Rhythms {
  async of(tx: Tx, coupleId: string, today: DayKey): Promise<Pick<DailyToday, 'rhythm' | 'holidayUntil'>> {
    const state = await tx.findOneBy(DailyCouple, { coupleId });
    const pauses = await tx.findBy(DailyPause, { coupleId });
    const holidayUntil = this.holidayOn(pauses, today)?.to ?? null;
    if (state?.rhythmShown === false) return { rhythm: null, holidayUntil };
    const days = await tx.query<{ dayKey: DayKey }[]>(BOTH, [coupleId]);
    return { rhythm: rhythmOf(days.map(({ dayKey }) => dayKey), pauses, today), holidayUntil };
  }

  /** The holiday that the two are on, if they are. */
  holidayOn(pauses: DailyPause[], today: DayKey): DailyPause | undefined {
    return pauses.find(({ from, to }) => from <= today && today <= to);
  }
}
