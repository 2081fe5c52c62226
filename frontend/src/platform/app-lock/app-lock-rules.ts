import { t } from '../../texts/index.js';

/** A PIN has four to twelve digits. */
export const PIN_DIGITS = { min: 4, max: 12 } as const;

/** Idle minutes before the lock. 0: as soon as no page of Duet is visible. */
export const LOCK_AFTER = [0, 1, 5, 15, 30, 60] as const;
export type LockAfter = (typeof LOCK_AFTER)[number];

/** Wrong PINs before the first pause, and wrong PINs that end the session on this device. */
const FREE_TRIES = 5;
export const LAST_TRY = 10;

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** The pause after the fifth wrong PIN, the sixth, and so on, in milliseconds. */
const PAUSES = [30 * SECOND, MINUTE, 2 * MINUTE, 5 * MINUTE, 15 * MINUTE];

/** The idle time for users who lock at once but leave the page open, in milliseconds. */
const IDLE_IN_VIEW = 5 * MINUTE;

/** Tolerated correction of the clock, in milliseconds. After a larger jump the clock proves nothing. */
const CLOCK_SLACK = 5 * SECOND;

export const pinRule = (pin: string): string | null =>
  /^\d+$/.test(pin) && pin.length >= PIN_DIGITS.min && pin.length <= PIN_DIGITS.max
    ? null
    : t('platform.pinHasDigits', PIN_DIGITS);

/**
 * Whether the user has been idle for too long, by the wall clock, which runs while the machine sleeps. A clock that was set
 * back counts as too long.
 * @param lastActivity the last activity in any tab, in milliseconds since 1970; null when unknown
 */
export function isIdle(minutes: LockAfter, lastActivity: number | null, now: number): boolean {
  if (lastActivity === null || now < lastActivity - CLOCK_SLACK) return true;
  return now - lastActivity >= (minutes === 0 ? IDLE_IN_VIEW : minutes * MINUTE);
}

/** The number of wrong PINs, and when the last one was entered, in milliseconds since 1970. */
export interface Tries {
  wrong: number;
  wrongAt: number;
}

/**
 * How long until the next PIN may be tried, in milliseconds. A clock that was set back restarts the pause; it never
 * becomes longer.
 */
export function pauseLeft({ wrong, wrongAt }: Tries, now: number): number {
  if (wrong < FREE_TRIES) return 0;
  const pause = PAUSES[Math.min(wrong - FREE_TRIES, PAUSES.length - 1)] ?? 0;
  return Math.min(Math.max(wrongAt + pause - now, 0), pause);
}

/** Whether no further PIN is accepted. */
export const isOver = ({ wrong }: Tries): boolean => wrong >= LAST_TRY;
