import { LIMITS, FIELD_TEXTS } from '@duet/contracts';
import { DAY, fieldError, instantIn } from '@duet/service-kit';

const DATE_ALONE = /^\d{4}-\d{2}-\d{2}$/;

/** The hour, by the clocks of the zone, at which a date without a time begins to count. */
const HOUR = 9;

/**
 * The instant at which a capsule opens.
 * @param given `YYYY-MM-DD`, which means 09:00 in the zone, or an ISO 8601 instant
 * @param now domain time
 * @throws AppError VALIDATION_FAILED on `unlockAt` unless it lies between an hour and 50 years ahead
 */
export function unlockInstant(given: string, timeZone: string, now: Date): Date {
  const instant = DATE_ALONE.test(given)
    ? new Date(instantIn(Date.parse(given) + (HOUR * DAY) / 24, timeZone))
    : new Date(given);
  requireUnlockAhead(instant, now);
  return instant;
}

/** @throws AppError VALIDATION_FAILED on `unlockAt` */
export function requireUnlockAhead(instant: Date, now: Date): void {
  const latest = new Date(now);
  latest.setUTCFullYear(latest.getUTCFullYear() + LIMITS.capsuleAheadYears);
  if (Number.isNaN(instant.getTime()) || instant.getTime() < now.getTime() + LIMITS.capsuleBurial)
    throw fieldError('unlockAt', FIELD_TEXTS.openingTooSoon);
  if (instant > latest) throw fieldError('unlockAt', FIELD_TEXTS.openingTooFar);
}
