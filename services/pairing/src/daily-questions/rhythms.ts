import type { DailyToday } from '@duet/contracts';
import type { Tx } from '@duet/service-kit';
import { Injectable } from '@nestjs/common';
import { IsNull, Not } from 'typeorm';
import type { DayKey } from './couple-days.js';
import { DailyCouple, DailyPause } from './daily-couple.entity.js';
import { DailyQuestion } from './daily-question.entity.js';
import { rhythmOf } from './rhythm.js';

/** Computes a couple's rhythm from its answered days. */
@Injectable()
export class Rhythms {
  async loadRhythm(tx: Tx, coupleId: string, today: DayKey): Promise<Pick<DailyToday, 'rhythm' | 'holidayUntil'>> {
    const state = await tx.findOneBy(DailyCouple, { coupleId });
    const pauses = await tx.findBy(DailyPause, { coupleId });
    const holidayUntil = this.holidayOn(pauses, today)?.to ?? null;
    if (state?.rhythmShown === false) return { rhythm: null, holidayUntil };
    const days = await tx.find(DailyQuestion, {
      select: { id: true, dayKey: true },
      where: { coupleId, revealedAt: Not(IsNull()) },
    });
    return {
      rhythm: rhythmOf(
        days.map(({ dayKey }) => dayKey),
        pauses,
        today,
      ),
      holidayUntil,
    };
  }

  /** The holiday that covers today. */
  holidayOn(pauses: DailyPause[], today: DayKey): DailyPause | undefined {
    return pauses.find(({ from, to }) => from <= today && today <= to);
  }
}
