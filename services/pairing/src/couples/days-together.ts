import { DAY, dateOf, dayIn, instantIn, shownAt } from '@duet/service-kit';

/** The inputs of a couple's day count. */
export interface Beginning {
  linkedAt: Date;
  togetherSince: string | null;
  timezone: string;
}

/** The first day of the count: the one that the couple set, or the local day of the link. */
export const sinceOf = ({ linkedAt, togetherSince, timezone }: Beginning): string =>
  togetherSince ?? dayIn(linkedAt, timezone);

/** Calendar days since `togetherSince`, plus 1; full days since the link while it is not set. */
export function daysTogether({ linkedAt, togetherSince, timezone }: Beginning, now: Date): number {
  if (togetherSince === null) return daysSinceLink(linkedAt, now, timezone);
  return Math.max(1, (Date.parse(dayIn(now, timezone)) - Date.parse(togetherSince)) / DAY + 1);
}

/**
 * Full days since the link, plus 1: a new link shows 1. A day is full when the local time of the link comes again, so
 * the days of a clock change have 23 or 25 hours.
 */
export function daysSinceLink(linkedAt: Date, now: Date, timeZone: string): number {
  const wholeSecond = Math.floor(linkedAt.getTime() / 1000) * 1000;
  const linked = shownAt(wholeSecond, timeZone);
  const dates = dateOf(now.getTime(), timeZone) - Math.floor(linked / DAY);
  const isFull =
    dates === 0 || now.getTime() >= instantIn(linked + dates * DAY, timeZone) + (linkedAt.getTime() - wholeSecond);
  // Clocks of two machines differ a little, and the count never shows less than the first day.
  return Math.max(1, dates + (isFull ? 1 : 0));
}
