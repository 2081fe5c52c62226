import { createObservable, useObservable } from '../../observable/observable.js';
import { openPages } from './app-lock-pages.js';
import { type LockAfter, type Tries, isIdle, isOver, pauseLeft } from './app-lock-rules.js';
import { type StoredLock, lockStorage } from './app-lock-storage.js';
import { createLockKey } from './app-lock-key.js';
import { keyOfPin, makeVerifier } from './app-lock-verifier.js';
import { type Session, session } from '../session/session.js';

export interface AppLock extends Tries {
  kind: 'off' | 'pin' | 'passkey';
  minutes: LockAfter;
  /** No private content may be on the screen. */
  isLocked: boolean;
  /** Too many wrong PINs: this device is signed out. */
  isOver: boolean;
}

const OFF: AppLock = { kind: 'off', minutes: 5, isLocked: false, isOver: false, wrong: 0, wrongAt: 0 };
const NO_TRIES: Tries = { wrong: 0, wrongAt: 0 };

/** Activity is recorded at most this often, in milliseconds. */
const MIN_ACTIVITY_INTERVAL = 500;

let owner: string | null = null;
let stored: StoredLock | null = null;
const state = createObservable(OFF);
let before: Session['status'] | null = null;
let stirredAt = 0;
const lockKey = createLockKey(() => state.set(state.get()));

const asShown = ({ pin, minutes, isLocked, wrong, wrongAt }: StoredLock): AppLock => {
  const over = isOver({ wrong, wrongAt });
  return { kind: pin ? 'pin' : 'passkey', minutes, isLocked: isLocked || over, isOver: over, wrong, wrongAt };
};

/** The storage is authoritative for all tabs: each change reads it first. */
function reread(): void {
  stored = owner === null ? null : lockStorage.read(owner);
  if (!stored?.pin || stored.isLocked) lockKey.drop();
  else lockKey.ask(stored.pin.salt);
  state.set(stored ? asShown(stored) : OFF);
}

function changeLock(part: Partial<StoredLock>): void {
  const current = owner === null ? null : lockStorage.read(owner);
  if (owner !== null && current) lockStorage.write(owner, { ...current, ...part });
  reread();
}

function recordActivity(now: number): void {
  if (owner !== null) lockStorage.writeActivity(owner, now);
}

const isDue = (now: number): boolean =>
  owner !== null && isIdle(state.get().minutes, lockStorage.lastActivity(owner), now);

/** Runs the tries of all tabs one after another, so that each wrong PIN is counted. */
const withPinLock = <T>(work: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? navigator.locks.request('duet-app-lock', work) : work();

/**
 * The app lock of the signed-in user in this browser, for all tabs at once. It lives in the browser's storage and outside
 * React, so that it is known before the first page renders.
 */
export const appLock = {
  get: state.get,

  subscribe: state.subscribe,

  /** Another tab has changed it. */
  reread,

  /**
   * How this device may keep something now: in the clear without a lock, else sealed with the key of its PIN. Null while
   * Duet is locked, and behind a passkey, which yields no key. Reads the storage: another tab may have changed the lock.
   */
  seal(): { key: CryptoKey | null } | null {
    const now = owner === null ? null : lockStorage.read(owner);
    if (!now) return { key: null };
    const key = now.pin && !now.isLocked ? lockKey.of(now.pin.salt) : null;
    return key && { key };
  },

  /** Names what seals: it changes when the lock is turned on or off, and with each new PIN. */
  sealName(): string {
    const now = owner === null ? null : lockStorage.read(owner);
    return now ? (now.pin?.salt ?? 'passkey') : 'off';
  },

  lock(): void {
    if (stored && !state.get().isLocked) changeLock({ isLocked: true });
  },

  /** The user has proved who they are. */
  unlock(): void {
    recordActivity(Date.now());
    changeLock({ isLocked: false, ...NO_TRIES });
  },

  /** Records activity: input, playback or recording. Locks instead if the idle time is over. */
  noteActivity(): void {
    const now = Date.now();
    if (state.get().kind === 'off' || state.get().isLocked || Math.abs(now - stirredAt) < MIN_ACTIVITY_INTERVAL) return;
    stirredAt = now;
    if (isDue(now)) appLock.lock();
    else recordActivity(now);
  },

  lockIfIdle(): void {
    if (state.get().kind !== 'off' && !state.get().isLocked && isDue(Date.now())) appLock.lock();
  },

  /** Tries a PIN and counts a wrong one, on the lock page and in the settings. */
  tryPin: (pin: string): Promise<'right' | 'wrong' | 'paused'> =>
    withPinLock(async () => {
      reread();
      if (!stored?.pin || state.get().isOver || pauseLeft(stored, Date.now()) > 0) return 'paused';
      const verifier = stored.pin;
      const key = await keyOfPin(pin, verifier);
      changeLock(key ? NO_TRIES : { wrong: state.get().wrong + 1, wrongAt: Date.now() });
      if (key) lockKey.hold(verifier.salt, key);
      return key ? 'right' : 'wrong';
    }),

  /** @param pin null: a passkey unlocks it. @returns whether the browser stored the lock */
  async turnOn(pin: string | null, minutes: LockAfter): Promise<boolean> {
    const userId = owner;
    const made = pin === null ? null : await makeVerifier(pin);
    const verifier = made?.verifier ?? null;
    if (userId === null || userId !== owner) return false;
    recordActivity(Date.now());
    if (made) lockKey.hold(made.verifier.salt, made.key);
    const isStored = lockStorage.write(userId, { pin: verifier, minutes, isLocked: false, ...NO_TRIES });
    reread();
    return isStored;
  },

  lockAfter: (minutes: LockAfter): void => changeLock({ minutes }),

  turnOff(): void {
    if (owner !== null) lockStorage.remove(owner);
    reread();
  },
};

/**
 * Follows the session. A starting page locks if no other page is open or the idle time is over; a sign-in unlocks; signing
 * out on purpose removes the lock.
 */
function followSession(): void {
  const { user, status, leftByChoice } = session.get();
  const userId = user?._id ?? null;
  if (owner !== null && owner !== userId && leftByChoice) lockStorage.remove(owner);
  const hasSignedIn = before === 'unauthenticated' && status === 'authenticated';
  const isStarting = status === 'loading' || (before === 'loading' && owner !== userId);
  [owner, before] = [userId, status];
  reread();
  if (hasSignedIn && state.get().kind !== 'off') appLock.unlock();
  else if (isStarting && (!openPages.hasOthers(Date.now()) || isDue(Date.now()))) appLock.lock();
}

session.subscribe(followSession);
followSession();

export const useAppLock = (): AppLock => useObservable(state);
