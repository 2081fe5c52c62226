import { LIMITS } from '@duet/contracts/plain';
import { useSyncExternalStore } from 'react';
import { session } from '../../api/session.js';

interface Deletion {
  id: string;
  userId: string;
  /** From this moment on it is no longer taken back, in milliseconds since 1970. */
  dueAt: number;
}

/** What became of a try: `later` when nothing is known. */
type Send = (id: string) => Promise<'done' | 'later'>;

const STORED = 'duet-deletions';
const RETRY = 10_000;

const isDeletion = (value: unknown): value is Deletion =>
  typeof value === 'object' && value !== null && typeof Reflect.get(value, 'id') === 'string' && typeof Reflect.get(value, 'dueAt') === 'number' && typeof Reflect.get(value, 'userId') === 'string';

function stored(): readonly Deletion[] {
  try {
    const held: unknown = JSON.parse(localStorage.getItem(STORED) ?? '[]');
    return Array.isArray(held) ? held.filter(isDeletion) : [];
  } catch {
    return [];
  }
}

/** Before the first change also what an earlier page left. A browser that stores nothing still holds them for the life of the page. */
let pending = stored();
const listeners = new Set<() => void>();

function keep(next: readonly Deletion[]): void {
  pending = next;
  try {
    localStorage.setItem(STORED, JSON.stringify(next));
  } catch {
    console.warn('A deletion could not be stored; it lasts as long as this page.');
  }
  for (const listener of listeners) listener();
}

const own = (): readonly Deletion[] => pending.filter(({ userId }) => userId === session.get().user?._id);

const drop = (id: string): void => keep(pending.filter((deletion) => deletion.id !== id));

/**
 * Deletions that can still be taken back, or have not reached the server. Each is stored before anything else, so that
 * neither a reload nor a lost connection forgets what the person wanted.
 */
export const deletions = {
  add(id: string): void {
    const userId = session.get().user?._id;
    if (userId !== undefined) keep([...pending.filter((deletion) => deletion.id !== id), { id, userId, dueAt: Date.now() + LIMITS.deleteUndo }]);
  },
  undo: drop,
  has: (id: string): boolean => pending.some((deletion) => deletion.id === id),
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

export const useIsDeleting = (id: string | null): boolean => useSyncExternalStore(deletions.subscribe, () => id !== null && deletions.has(id));

/** The page goes: whatever could still be undone leaves now, and again with the next page should this not arrive. */
function leaveAtOnce(): void {
  const { token } = session.get();
  keep(pending.map((deletion) => ({ ...deletion, dueAt: Math.min(deletion.dueAt, Date.now()) })));
  if (token === null) return;
  for (const { id } of own()) void fetch(`/api/messages/${id}`, { method: 'DELETE', keepalive: true, headers: { authorization: `Bearer ${token}` } }).catch(() => undefined);
}

/** Sends what is due for as long as the app is there. @returns the end of it. */
export function runDeletions(send: Send): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isSending = false;

  const wait = (milliseconds: number): void => {
    clearTimeout(timer);
    timer = setTimeout(() => void work(), milliseconds);
  };

  async function work(): Promise<void> {
    if (isSending) return;
    isSending = true;
    let failed = false;
    for (const { id } of own().filter(({ dueAt }) => dueAt <= Date.now())) {
      // Another tab may have taken it back, or sent it.
      if ((await send(id)) === 'done') drop(id);
      else failed = true;
    }
    isSending = false;
    plan(failed ? RETRY : 0);
  }

  function plan(atLeast: number): void {
    const next = Math.min(...own().map(({ dueAt }) => dueAt));
    if (Number.isFinite(next)) wait(Math.max(atLeast, next - Date.now()));
    else clearTimeout(timer);
  }

  const changed = (): void => {
    if (!isSending) plan(0);
  };
  const inOtherTab = ({ key }: StorageEvent): void => {
    if (key !== STORED) return;
    pending = stored();
    for (const listener of listeners) listener();
  };
  const stops = [deletions.subscribe(changed), session.subscribe(changed)];
  window.addEventListener('pagehide', leaveAtOnce);
  window.addEventListener('online', changed);
  window.addEventListener('storage', inOtherTab);
  changed();
  return () => {
    clearTimeout(timer);
    for (const stop of stops) stop();
    window.removeEventListener('pagehide', leaveAtOnce);
    window.removeEventListener('online', changed);
    window.removeEventListener('storage', inOtherTab);
  };
}
