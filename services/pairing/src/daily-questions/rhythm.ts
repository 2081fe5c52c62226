import type { RhythmView } from '@duet/contracts';
import { type DayKey, dayNumber } from './couple-days.js';

/** Days with both answers that earn a day of rest, and how many of those are kept at most. */
const EARNS_REST = 7;
const RESTS_KEPT = 2;

/** Days that do not count, both ends included: a holiday, or what a journey left out. */
export interface Pause {
  from: DayKey;
  to: DayKey;
}

interface Running {
  days: number;
  restDays: number;
}

const NONE: Running = { days: 0, restDays: 0 };

function answered({ days, restDays }: Running): Running {
  const earned = (days + 1) % EARNS_REST === 0 ? 1 : 0;
  return { days: days + 1, restDays: Math.min(RESTS_KEPT, restDays + earned) };
}

/** A day of rest covers exactly one day and adds nothing; without one the rhythm is over. */
const missed = ({ days, restDays }: Running): Running => (restDays > 0 ? { days, restDays: restDays - 1 } : NONE);

/**
 * The couple's rhythm, from its days alone: +1 for each with both answers. It is never stored, so a late answer (within
 * the seven days in which there may be one) counts for its own day and mends what that day had ended. Today is not
 * missed before it is over.
 * @param both the days with both answers, in any order
 */
export function rhythmOf(both: readonly DayKey[], pauses: readonly Pause[], today: DayKey): RhythmView {
  const answeredOn = new Set(both.map(dayNumber));
  const end = dayNumber(today);
  const paused = new Set(pauses.flatMap(({ from, to }) => Array.from({ length: Math.max(0, Math.min(end, dayNumber(to)) - dayNumber(from) + 1) }, (_, index) => dayNumber(from) + index)));
  let [running, longest] = [NONE, 0];
  for (let day = Math.min(end, ...answeredOn); day <= end; day += 1) {
    if (answeredOn.has(day)) running = answered(running);
    else if (day < end && !paused.has(day)) running = missed(running);
    longest = Math.max(longest, running.days);
  }
  return { ...running, longest };
}
