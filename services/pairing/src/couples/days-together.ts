const DAY = 24 * 60 * 60 * 1000;

const FIELDS = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric', hourCycle: 'h23' } as const;

/** Making one takes longer than all that is done with it; there are as many as there are zones. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('en', { timeZone, ...FIELDS });
  formats.set(timeZone, format);
  return format;
}

/** What clock and calendar of the zone show at an instant, as if they were UTC's: milliseconds that can be reckoned with. */
function shownAt(instant: number, timeZone: string): number {
  const parts = formatOf(timeZone).formatToParts(instant);
  const of = (type: Intl.DateTimeFormatPartTypes): number => Number(parts.find((part) => part.type === type)?.value);
  return Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'));
}

/**
 * The instant at which the zone's clocks show this. An hour that is repeated counts the first time, and one that is
 * skipped counts when the clocks are put forward past it: as Temporal does it ('compatible').
 */
function instantOf(shown: number, timeZone: string): number {
  const [earlier, later] = [shown - DAY, shown + DAY].map((near) => near - shownAt(near, timeZone));
  const candidates = [shown + (earlier ?? 0), shown + (later ?? 0)];
  return candidates.find((instant) => shownAt(instant, timeZone) === shown) ?? candidates[0] ?? shown;
}

/**
 * Full days since the link, plus 1: a new link shows 1. A day is full when the couple's clock shows the time of the
 * link again, so the days on which clocks are changed are 23 or 25 hours long.
 */
export function daysTogether(linkedAt: Date, now: Date, timeZone: string): number {
  const wholeSecond = Math.floor(linkedAt.getTime() / 1000) * 1000;
  const linked = shownAt(wholeSecond, timeZone);
  const dates = Math.floor(shownAt(now.getTime(), timeZone) / DAY) - Math.floor(linked / DAY);
  const isFull = dates === 0 || now.getTime() >= instantOf(linked + dates * DAY, timeZone) + (linkedAt.getTime() - wholeSecond);
  // Two machines' clocks may disagree by a little, and nobody has been together for less than the first day.
  return Math.max(1, dates + (isFull ? 1 : 0));
}
