export const DAY = 24 * 60 * 60 * 1000;

const FIELDS = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric', hourCycle: 'h23' } as const;

/** Making one takes longer than all that is done with it; there are as many as there are zones. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('en', { timeZone, ...FIELDS });
  formats.set(timeZone, format);
  return format;
}

/** What clock and calendar of the zone show at an instant, as if they were UTC's: milliseconds that can be reckoned with. */
export function shownAt(instant: number, timeZone: string): number {
  const parts = formatOf(timeZone).formatToParts(instant);
  const of = (type: Intl.DateTimeFormatPartTypes): number => Number(parts.find((part) => part.type === type)?.value);
  return Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'));
}

/**
 * The instant at which the zone's clocks show this. An hour that is repeated counts the first time, and one that is
 * skipped counts when the clocks are put forward past it: as Temporal does it ('compatible').
 */
export function instantOf(shown: number, timeZone: string): number {
  const [earlier, later] = [shown - DAY, shown + DAY].map((near) => near - shownAt(near, timeZone));
  const candidates = [shown + (earlier ?? 0), shown + (later ?? 0)];
  return candidates.find((instant) => shownAt(instant, timeZone) === shown) ?? candidates[0] ?? shown;
}

/** The day that the zone's calendar shows, in days since 1970-01-01. */
export const dateOf = (instant: number, timeZone: string): number => Math.floor(shownAt(instant, timeZone) / DAY);

/** The day, `YYYY-MM-DD`, that the zone's calendar shows at an instant. */
export const dayIn = (instant: Date, timeZone: string): string => new Date(dateOf(instant.getTime(), timeZone) * DAY).toISOString().slice(0, 10);
