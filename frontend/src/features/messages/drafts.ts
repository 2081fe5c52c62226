import * as v from 'valibot';
import { session } from '../../platform/session/session.js';
import { DRAFT_PREFIX } from '../../platform/storage/drafts.js';
import { type Stored, removeStoredByPrefix, storedJson } from '../../platform/storage/stored.js';

const storedDraft = v.object({
  content: v.string(),
  replyTo: v.fallback(v.nullable(v.string()), null),
  /** The server has exactly this text. */
  isSaved: v.fallback(v.boolean(), false),
});

/** Unsent text as this browser stores it, across navigation and reloads. */
export type StoredDraft = v.InferOutput<typeof storedDraft>;

/** The drafts of this page, for browsers that refuse storage. */
const inMemory = new Map<string, StoredDraft>();

/** The key has the user's id, because the partner may sign in next on the same page and open the same conversation. */
const storageOf = (chatId: string): Stored<StoredDraft> =>
  storedJson(`${DRAFT_PREFIX}${session.get().user?._id} ${chatId}`, storedDraft);

export function readDraft(chatId: string): StoredDraft | null {
  const storage = storageOf(chatId);
  return inMemory.get(storage.key) ?? storage.read();
}

export function writeDraft(chatId: string, draft: StoredDraft): void {
  const storage = storageOf(chatId);
  inMemory.set(storage.key, draft);
  storage.write(draft);
}

/** A user who signs out on purpose leaves no text in this browser. */
export function forgetDrafts(): void {
  inMemory.clear();
  removeStoredByPrefix(DRAFT_PREFIX);
}
