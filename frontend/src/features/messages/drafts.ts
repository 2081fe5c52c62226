import { session } from '../../api/session.js';

/** Words not yet sent, as this browser keeps them over walks around the app and reloads. */
export interface KeptDraft {
  content: string;
  replyTo: string | null;
  /** The server has exactly this. */
  isSaved: boolean;
}

const PREFIX = 'duet-draft ';
const held = new Map<string, KeptDraft>();

/** The partner may sign in on the same page next, and opens the same conversation. */
const keyOf = (chatId: string): string => `${PREFIX}${session.get().user?._id} ${chatId}`;

function parsed(text: string | null): KeptDraft | null {
  const found: unknown = JSON.parse(text ?? 'null');
  if (typeof found !== 'object' || found === null) return null;
  const [content, replyTo, isSaved] = ['content', 'replyTo', 'isSaved'].map((name): unknown => Reflect.get(found, name));
  if (typeof content !== 'string') return null;
  return { content, replyTo: typeof replyTo === 'string' ? replyTo : null, isSaved: isSaved === true };
}

export function draftOf(chatId: string): KeptDraft | null {
  const key = keyOf(chatId);
  try {
    return held.get(key) ?? parsed(localStorage.getItem(key));
  } catch {
    return null;
  }
}

export function keepDraft(chatId: string, draft: KeptDraft): void {
  const key = keyOf(chatId);
  held.set(key, draft);
  try {
    localStorage.setItem(key, JSON.stringify(draft));
  } catch {
    // Then it lasts as long as this page.
  }
}

/** Whoever signs out on purpose leaves no words behind in this browser. */
export function forgetDrafts(): void {
  held.clear();
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) localStorage.removeItem(key);
  } catch {
    // Nothing was stored either.
  }
}
