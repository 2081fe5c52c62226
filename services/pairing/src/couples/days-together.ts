import { DAY, dateOf, dayIn, instantOf, shownAt } from './zone.js';

/** From when a couple counts. */
export interface Beginning {
  linkedAt: Date;
  togetherSince: string | null;
  timezone: string;
}

/** The day from which the two count; that of the link in their zone until they set one. */
export const sinceOf = ({ linkedAt, togetherSince, timezone }: Beginning): string => togetherSince ?? dayIn(linkedAt, timezone);

/** Days of the calendar since the day that the two set, plus 1; until they set one, full days since the link. */
export function daysTogether({ linkedAt, togetherSince, timezone }: Beginning, now: Date): number {
  if (togetherSince === null) return daysSinceLink(linkedAt, now, timezone);
  return Math.max(1, (Date.parse(dayIn(now, timezone)) - Date.parse(togetherSince)) / DAY + 1);
}

/**
 * Full days since the link, plus 1: a new link shows 1. A day is full when the couple's clock shows the time of the
 * link again, so the days on which clocks are changed are 23 or 25 hours long.
 */
export function daysSinceLink(linkedAt: Date, now: Date, timeZone: string): number {
  const wholeSecond = Math.floor(linkedAt.getTime() / 1000) * 1000;
  const linked = shownAt(wholeSecond, timeZone);
  const dates = dateOf(now.getTime(), timeZone) - Math.floor(linked / DAY);
  const isFull = dates === 0 || now.getTime() >= instantOf(linked + dates * DAY, timeZone) + (linkedAt.getTime() - wholeSecond);
  // Two machines' clocks may disagree by a little, and nobody has been together for less than the first day.
  return Math.max(1, dates + (isFull ? 1 : 0));
}
