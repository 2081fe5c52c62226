import { DAY, dayIn, instantIn } from './zone.js';

/** The source of a couple's days. */
export interface CoupleDays {
  timezone: string;
  /** The day of the last change of the time zone, `YYYY-MM-DD`: it goes on until `runningUntil`, its end in the former zone. */
  runningDay: string | null;
  runningUntil: Date | null;
}

/** Whether the day that ran at the last change of the zone has not ended yet. */
const isRunning = ({ runningUntil }: CoupleDays, now: Date): boolean => runningUntil !== null && now < runningUntil;

/**
 * The couple's day at an instant, `YYYY-MM-DD`. No day comes twice: where the new zone still has an earlier one, the last
 * day goes on until it ends there too.
 */
export function dayOfCouple(couple: CoupleDays, now: Date): string {
  const here = dayIn(now, couple.timezone);
  const { runningDay } = couple;
  return runningDay !== null && (isRunning(couple, now) || runningDay > here) ? runningDay : here;
}

/** The instant at which the couple's day ends. */
export function endOfCoupleDay(couple: CoupleDays, now: Date): Date {
  const end = instantIn(Date.parse(dayOfCouple(couple, now)) + DAY, couple.timezone);
  return new Date(Math.max(end, couple.runningUntil?.getTime() ?? end));
}

/** The couple's days once it has changed its time zone at this instant. */
export const withTimezone = (couple: CoupleDays, timezone: string, now: Date): CoupleDays =>
  isRunning(couple, now)
    ? { timezone, runningDay: couple.runningDay, runningUntil: couple.runningUntil }
    : { timezone, runningDay: dayOfCouple(couple, now), runningUntil: endOfCoupleDay(couple, now) };
