import { LIMITS } from '@duet/contracts/plain';
import { useSyncExternalStore } from 'react';
import * as v from 'valibot';
import { leaving } from '../../../observable/leaving.js';
import { session } from '../../../platform/session/session.js';
import { storedJson } from '../../../platform/storage/stored.js';
import { storedObservable } from '../../../platform/storage/stored-observable.js';
import { validItems } from '../../../schemas/valid-items.js';
import { deletionPath } from '../messages-api.js';

const deletion = v.object({
  id: v.string(),
  userId: v.string(),
  /** When it can no longer be undone, in milliseconds since 1970. */
  dueAt: v.number(),
  /** For this user alone, not for both. */
  forMe: v.optional(v.boolean(), false),
});

type Deletion = v.InferOutput<typeof deletion>;

/** The result of one attempt: `later` when the outcome is unknown. */
type DeleteMessage = (id: string, forMe: boolean) => Promise<'done' | 'later'>;

const KEY = 'duet-deletions';
const RETRY_PAUSE = 10_000;

/** Includes deletions of earlier pages. */
const pending = storedObservable<readonly Deletion[]>(storedJson(KEY, validItems(deletion)), []);

function setPending(next: readonly Deletion[]): void {
  if (!pending.set(next)) console.warn('deletion not stored: it lasts as long as this page');
}

const ownDeletions = (): readonly Deletion[] =>
  pending.get().filter(({ userId }) => userId === session.get().user?._id);

const removePending = (id: string): void => setPending(pending.get().filter((one) => one.id !== id));

/**
 * Deletions that can still be undone, or have not reached the server. Each is stored first, so that neither a reload nor a
 * lost connection drops it.
 */
export const deletions = {
  add(id: string, forMe = false): void {
    const userId = session.get().user?._id;
    if (userId !== undefined)
      setPending([
        ...pending.get().filter((one) => one.id !== id),
        { id, userId, dueAt: Date.now() + LIMITS.deleteUndo, forMe },
      ]);
  },
  undo: removePending,
  has: (id: string): boolean => pending.get().some((one) => one.id === id),
  subscribe: pending.subscribe,
};

export const useIsDeleting = (id: string | null): boolean =>
  useSyncExternalStore(deletions.subscribe, () => id !== null && deletions.has(id));

/** Ends the time to undo. */
const endUndo = (): void =>
  setPending(pending.get().map((one) => ({ ...one, dueAt: Math.min(one.dueAt, Date.now()) })));

/** Sends the user's deletions when the page closes, also those that could still be undone. The next page repeats lost ones. */
function sendOnClose(): void {
  const { token } = session.get();
  endUndo();
  if (token === null) return;
  for (const { id, forMe } of ownDeletions())
    void fetch(`/api${deletionPath(id, forMe)}`, {
      method: 'DELETE',
      keepalive: true,
      headers: { authorization: `Bearer ${token}` },
    }).catch(() => undefined);
}

/** Sends the deletions that are due while the app runs. @returns a function that stops it */
export function runDeletions(deleteMessage: DeleteMessage): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let sending: Promise<void> | null = null;

  const wait = (milliseconds: number): void => {
    clearTimeout(timer);
    timer = setTimeout(() => void work(), milliseconds);
  };

  const work = (): Promise<void> =>
    (sending ??= sendDue().then((hasFailed) => {
      sending = null;
      plan(hasFailed ? RETRY_PAUSE : 0);
    }));

  /** @returns whether one of them has to be sent again */
  async function sendDue(): Promise<boolean> {
    let hasFailed = false;
    for (const { id, forMe } of ownDeletions().filter(({ dueAt }) => dueAt <= Date.now())) {
      if ((await deleteMessage(id, forMe)) === 'done') removePending(id);
      else hasFailed = true;
    }
    return hasFailed;
  }

  function plan(atLeast: number): void {
    const next = Math.min(...ownDeletions().map(({ dueAt }) => dueAt));
    if (Number.isFinite(next)) wait(Math.max(atLeast, next - Date.now()));
    else clearTimeout(timer);
  }

  const changed = (): void => {
    if (!sending) plan(0);
  };
  /** Without the session nothing can send them. A run that is under way lacks those that could still be undone. */
  const sendBeforeLeaving = async (): Promise<void> => {
    if (ownDeletions().length === 0) return;
    endUndo();
    await sending;
    await work();
  };
  const inOtherTab = ({ key }: StorageEvent): void => {
    if (key === KEY) pending.reread();
  };
  const stops = [deletions.subscribe(changed), session.subscribe(changed), leaving.add(sendBeforeLeaving)];
  window.addEventListener('pagehide', sendOnClose);
  window.addEventListener('online', changed);
  window.addEventListener('storage', inOtherTab);
  changed();
  return () => {
    clearTimeout(timer);
    for (const stop of stops) stop();
    window.removeEventListener('pagehide', sendOnClose);
    window.removeEventListener('online', changed);
    window.removeEventListener('storage', inOtherTab);
  };
}
