/** What a lock takes away: four to twelve digits. */
export const PIN_DIGITS = { min: 4, max: 12 } as const;

/** Minutes without a sign of life. 0: as soon as Duet is out of sight. */
export const LOCK_AFTER = [0, 1, 5, 15, 30, 60] as const;
export type LockAfter = (typeof LOCK_AFTER)[number];

/** So many wrong PINs are free, and so many end the session on this device. */
const FREE = 5;
export const LAST_TRY = 10;

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** The pause after the fifth wrong PIN, the sixth, and so on, in milliseconds. */
const PAUSES = [30 * SECOND, MINUTE, 2 * MINUTE, 5 * MINUTE, 15 * MINUTE];

/** Whoever locks as soon as they leave, and does not leave, is locked after this long, in milliseconds. */
const IN_SIGHT = 5 * MINUTE;

/** A clock is set right by so much now and then; more means that it says nothing, in milliseconds. */
const CLOCK_SLACK = 5 * SECOND;

export const pinRule = (pin: string): string | null =>
  /^\d+$/.test(pin) && pin.length >= PIN_DIGITS.min && pin.length <= PIN_DIGITS.max ? null : `A PIN has ${PIN_DIGITS.min} to ${PIN_DIGITS.max} digits`;

/**
 * Whether nobody has been here for too long, by the wall clock, which goes on while a machine sleeps. A clock that was
 * set back tells nothing of how long it was: then it was too long.
 * @param lastSign when somebody last touched any tab, in milliseconds since 1970; null when that is not known
 */
export function isIdle(minutes: LockAfter, lastSign: number | null, now: number): boolean {
  if (lastSign === null || now < lastSign - CLOCK_SLACK) return true;
  return now - lastSign >= (minutes === 0 ? IN_SIGHT : minutes * MINUTE);
}

/** Wrong PINs, and when the latest of them was given. */
export interface Tries {
  wrong: number;
  wrongAt: number;
}

/**
 * How long until the next PIN may be tried, in milliseconds. A clock that was set back begins the pause anew, and no
 * clock makes it longer than it is.
 */
export function pauseLeft({ wrong, wrongAt }: Tries, now: number): number {
  if (wrong < FREE) return 0;
  const pause = PAUSES[Math.min(wrong - FREE, PAUSES.length - 1)] ?? 0;
  return Math.min(Math.max(wrongAt + pause - now, 0), pause);
}

/** No PIN helps any more. */
export const isOver = ({ wrong }: Tries): boolean => wrong >= LAST_TRY;
