import * as v from 'valibot';
import { createObservable, useObservable } from '../../../observable/observable.js';
import { session } from '../../../platform/session/session.js';
import { type Stored, storedJson } from '../../../platform/storage/stored.js';
import { validItems } from '../../../schemas/valid-items.js';

/** As many as fit two rows. */
const MAX_RECENT = 16;
/** Offered before the user has chosen any. */
const POPULAR: readonly string[] = ['❤️', '👍', '😂', '😍', '🥰', '😘', '🙏', '🎉'];

const storageOf = (userId: string | undefined): Stored<readonly string[]> =>
  storedJson(`duet-recent-emoji ${userId ?? ''}`, validItems(v.string()));

let owner = session.get().user?._id;
const recent = createObservable(storageOf(owner).read() ?? POPULAR);

// Each user of this browser has their own.
session.subscribe(() => {
  const userId = session.get().user?._id;
  if (userId === owner) return;
  owner = userId;
  recent.set(storageOf(owner).read() ?? POPULAR);
});

/** If the browser refuses storage, only this page remembers the emoji. */
function rememberEmoji(emoji: string): void {
  const next = [emoji, ...recent.get().filter((one) => one !== emoji)].slice(0, MAX_RECENT);
  storageOf(owner).write(next);
  recent.set(next);
}

/** The user's last emoji in this browser, the newest first. */
export const useRecentEmoji = (): { recent: readonly string[]; rememberEmoji: (emoji: string) => void } => ({
  recent: useObservable(recent),
  rememberEmoji,
});
