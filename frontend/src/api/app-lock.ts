import { useSyncExternalStore } from 'react';
import { toast } from '../ui/toast-queue.js';
import { openPages } from './app-lock-pages.js';
import { type LockAfter, type Tries, isIdle, isOver, pauseLeft } from './app-lock-rules.js';
import { type StoredLock, lockStorage } from './app-lock-storage.js';
import { isPin, makeVerifier } from './app-lock-verifier.js';
import { type Session, session } from './session.js';

export interface AppLock extends Tries {
  kind: 'off' | 'pin' | 'passkey';
  minutes: LockAfter;
  /** Nothing private may be on the screen. */
  isLocked: boolean;
  /** So many wrong PINs that this device is signed out. */
  isOver: boolean;
}

const OFF: AppLock = { kind: 'off', minutes: 5, isLocked: false, isOver: false, wrong: 0, wrongAt: 0 };
const NO_TRIES: Tries = { wrong: 0, wrongAt: 0 };

/** Signs of life that follow each other closely are one, in milliseconds. */
const GATHER = 500;

let owner: string | null = null;
let stored: StoredLock | null = null;
let current = OFF;
let before: Session['status'] | null = null;
let stirredAt = 0;
const listeners = new Set<() => void>();

const asShown = ({ pin, minutes, isLocked, wrong, wrongAt }: StoredLock): AppLock => {
  const over = isOver({ wrong, wrongAt });
  return { kind: pin ? 'pin' : 'passkey', minutes, isLocked: isLocked || over, isOver: over, wrong, wrongAt };
};

/** The storage is the truth of all tabs: each change begins by looking there. */
function reread(): void {
  stored = owner === null ? null : lockStorage.read(owner);
  current = stored ? asShown(stored) : OFF;
  toast.hush(current.isLocked);
  for (const listener of listeners) listener();
}

function change(part: Partial<StoredLock>): void {
  const held = owner === null ? null : lockStorage.read(owner);
  if (owner !== null && held) lockStorage.write(owner, { ...held, ...part });
  reread();
}

function sign(now: number): void {
  if (owner !== null) lockStorage.writeSign(owner, now);
}

const isDue = (now: number): boolean => owner !== null && isIdle(current.minutes, lockStorage.lastSign(owner), now);

/** One PIN at a time in all tabs, so that none is tried without being counted. */
const underLock = <T>(work: () => Promise<T>): Promise<T> => ('locks' in navigator ? navigator.locks.request('duet-app-lock', work) : work());

/**
 * The lock of this browser for the person who is signed in: a curtain before the pages, for all tabs at once. It lives in
 * the storage of the browser and outside React, so that it is known before the first page is drawn.
 */
export const appLock = {
  get: (): AppLock => current,

  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },

  /** Another tab has changed it. */
  reread,

  lock(): void {
    if (stored && !current.isLocked) change({ isLocked: true });
  },

  /** Whoever is here has shown that they are the owner. */
  unlock(): void {
    sign(Date.now());
    change({ isLocked: false, ...NO_TRIES });
  },

  /** Somebody touched this tab, or hears or records something. After too long a silence that is too late. */
  stir(): void {
    const now = Date.now();
    if (current.kind === 'off' || current.isLocked || Math.abs(now - stirredAt) < GATHER) return;
    stirredAt = now;
    if (isDue(now)) appLock.lock();
    else sign(now);
  },

  lockIfIdle(): void {
    if (current.kind !== 'off' && !current.isLocked && isDue(Date.now())) appLock.lock();
  },

  /** A wrong one is counted in the moment that it is known to be wrong. Also when it is asked for in the settings. */
  tryPin: (pin: string): Promise<'right' | 'wrong' | 'paused'> =>
    underLock(async () => {
      reread();
      if (!stored?.pin || current.isOver || pauseLeft(stored, Date.now()) > 0) return 'paused';
      const isRight = await isPin(pin, stored.pin);
      change(isRight ? NO_TRIES : { wrong: current.wrong + 1, wrongAt: Date.now() });
      return isRight ? 'right' : 'wrong';
    }),

  /** @param pin without one a passkey opens it. @returns whether this browser keeps it. */
  async turnOn(pin: string | null, minutes: LockAfter): Promise<boolean> {
    const userId = owner;
    const verifier = pin === null ? null : await makeVerifier(pin);
    if (userId === null || userId !== owner) return false;
    sign(Date.now());
    const isKept = lockStorage.write(userId, { pin: verifier, minutes, isLocked: false, ...NO_TRIES });
    reread();
    return isKept;
  },

  lockAfter: (minutes: LockAfter): void => change({ minutes }),

  turnOff(): void {
    if (owner !== null) lockStorage.remove(owner);
    reread();
  },
};

/**
 * Follows who is signed in. A page that starts finds Duet locked unless another page of it is open; a sign-in has just
 * proved more than a PIN does; and whoever signs out on purpose leaves no lock behind.
 */
function follow(): void {
  const { user, status, leftByChoice } = session.get();
  const userId = user?._id ?? null;
  if (owner !== null && owner !== userId && leftByChoice) lockStorage.remove(owner);
  const hasSignedIn = before === 'unauthenticated' && status === 'authenticated';
  const isStarting = status === 'loading' || (before === 'loading' && owner !== userId);
  [owner, before] = [userId, status];
  reread();
  if (hasSignedIn && current.kind !== 'off') appLock.unlock();
  else if (isStarting && (!openPages.hasOthers(Date.now()) || isDue(Date.now()))) appLock.lock();
}

session.subscribe(follow);
follow();

export const useAppLock = (): AppLock => useSyncExternalStore(appLock.subscribe, appLock.get);
