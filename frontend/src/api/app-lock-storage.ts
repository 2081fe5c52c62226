import { LOCK_AFTER, type LockAfter, type Tries } from './app-lock-rules.js';
import type { Verifier } from './app-lock-verifier.js';

/** A person's lock on this browser. */
export interface StoredLock extends Tries {
  /** What opens it: a PIN, or without one a passkey. */
  pin: Verifier | null;
  minutes: LockAfter;
  isLocked: boolean;
}

const LOCK = 'duet-app-lock ';
const SIGN = 'duet-app-lock-sign ';

const field = (held: object, name: string): unknown => Reflect.get(held, name);
const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const isVerifier = (value: unknown): value is Verifier =>
  isObject(value) && typeof field(value, 'iterations') === 'number' && typeof field(value, 'salt') === 'string' && typeof field(value, 'hash') === 'string';

function parsed(value: unknown): StoredLock | null {
  if (!isObject(value)) return null;
  const [pin, minutes, wrong, wrongAt] = ['pin', 'minutes', 'wrong', 'wrongAt'].map((name) => field(value, name));
  const after = LOCK_AFTER.find((choice) => choice === minutes);
  if (after === undefined || typeof wrong !== 'number' || typeof wrongAt !== 'number') return null;
  if (pin !== null && !isVerifier(pin)) return null;
  return { pin, minutes: after, wrong, wrongAt, isLocked: field(value, 'isLocked') === true };
}

/** Where a lock lies, and when somebody last touched Duet. Both belong to all tabs. */
export const lockStorage = {
  isOf: (key: string | null): boolean => key === null || key.startsWith(LOCK),

  read(userId: string): StoredLock | null {
    try {
      return parsed(JSON.parse(localStorage.getItem(LOCK + userId) ?? 'null'));
    } catch {
      return null;
    }
  },

  /** @returns whether it is stored. A lock that the next page does not know of is none. */
  write(userId: string, lock: StoredLock): boolean {
    try {
      localStorage.setItem(LOCK + userId, JSON.stringify(lock));
      return true;
    } catch {
      return false;
    }
  },

  remove(userId: string): void {
    try {
      localStorage.removeItem(LOCK + userId);
      localStorage.removeItem(SIGN + userId);
    } catch {
      // Nothing was stored either.
    }
  },

  lastSign(userId: string): number | null {
    try {
      const at = Number(localStorage.getItem(SIGN + userId) ?? Number.NaN);
      return Number.isFinite(at) ? at : null;
    } catch {
      return null;
    }
  },

  writeSign(userId: string, at: number): void {
    try {
      localStorage.setItem(SIGN + userId, String(at));
    } catch {
      // Then this tab alone knows.
    }
  },
};
