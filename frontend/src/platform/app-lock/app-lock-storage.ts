import * as v from 'valibot';
import { type Stored, storedJson } from '../storage/stored.js';
import { LOCK_AFTER } from './app-lock-rules.js';

const storedLock = v.object({
  /** Null: a passkey unlocks it. */
  pin: v.nullable(v.object({ iterations: v.number(), salt: v.string(), hash: v.string() })),
  minutes: v.picklist(LOCK_AFTER),
  wrong: v.number(),
  wrongAt: v.number(),
  isLocked: v.fallback(v.boolean(), false),
});

/** A user's lock on this browser. */
export type StoredLock = v.InferOutput<typeof storedLock>;

const LOCK_KEY = 'duet-app-lock ';

const lockOf = (userId: string): Stored<StoredLock> => storedJson(LOCK_KEY + userId, storedLock);
/** The time of the last activity, in milliseconds since 1970. */
const activityOf = (userId: string): Stored<number> => storedJson(`duet-app-lock-sign ${userId}`, v.number());

/** The stored lock and the time of the last activity, shared by all tabs. */
export const lockStorage = {
  isOf: (key: string | null): boolean => key === null || key.startsWith(LOCK_KEY),

  read: (userId: string): StoredLock | null => lockOf(userId).read(),

  /** @returns whether it is stored. A lock that is not stored does not exist for the next page. */
  write: (userId: string, lock: StoredLock): boolean => lockOf(userId).write(lock),

  remove(userId: string): void {
    lockOf(userId).remove();
    activityOf(userId).remove();
  },

  lastActivity: (userId: string): number | null => activityOf(userId).read(),

  /** @returns whether it is stored. If not, the last stored activity counts, so that Duet locks early rather than late. */
  writeActivity: (userId: string, at: number): boolean => activityOf(userId).write(at),
};
