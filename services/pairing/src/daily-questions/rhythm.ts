import type { RhythmView } from '@duet/contracts';
import { type DayKey, dayNumber } from './couple-days.js';

/** Answered days that earn a rest day, and the most rest days that a couple can have. */
const EARNS_REST = 7;
const RESTS_KEPT = 2;

/** Days that do not count, both ends included. */
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

/** A rest day covers one missed day and adds nothing. Without one the rhythm starts over. */
const missed = ({ days, restDays }: Running): Running => (restDays > 0 ? { days, restDays: restDays - 1 } : NONE);

/**
 * The couple's rhythm: +1 for each day that both answered. It is computed and never stored, so a late answer counts for
 * its own day and repairs the rhythm. Today counts as missed only when it is over.
 * @param both the days that both answered, in any order
 */
export function rhythmOf(both: readonly DayKey[], pauses: readonly Pause[], today: DayKey): RhythmView {
  const answeredOn = new Set(both.map(dayNumber));
  const end = dayNumber(today);
  const paused = new Set(
    pauses.flatMap(({ from, to }) =>
      Array.from(
        { length: Math.max(0, Math.min(end, dayNumber(to)) - dayNumber(from) + 1) },
        (_, index) => dayNumber(from) + index,
      ),
    ),
  );
  let [running, longest] = [NONE, 0];
  for (let day = Math.min(end, ...answeredOn); day <= end; day += 1) {
    if (answeredOn.has(day)) running = answered(running);
    else if (day < end && !paused.has(day)) running = missed(running);
    longest = Math.max(longest, running.days);
  }
  return { ...running, longest };
}
