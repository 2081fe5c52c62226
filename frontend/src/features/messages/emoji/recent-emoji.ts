import { useSyncExternalStore } from 'react';
import { session } from '../../../api/session.js';

/** As many as fit two rows. */
const KEPT = 16;
const FIRST = ['❤️', '👍', '😂', '😍', '🥰', '😘', '🙏', '🎉'];

const keyNow = (): string => `duet-recent-emoji ${session.get().user?._id ?? ''}`;
const listeners = new Set<() => void>();
let held: { key: string; emoji: readonly string[] } | null = null;

function stored(key: string): readonly string[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    return Array.isArray(found) ? found.filter((one) => typeof one === 'string') : FIRST;
  } catch {
    return FIRST;
  }
}

function read(): readonly string[] {
  const key = keyNow();
  if (held?.key !== key) held = { key, emoji: stored(key) };
  return held.emoji;
}

function remember(emoji: string): void {
  const next = [emoji, ...read().filter((one) => one !== emoji)].slice(0, KEPT);
  held = { key: keyNow(), emoji: next };
  try {
    localStorage.setItem(held.key, JSON.stringify(next));
  } catch {
    // Then they are remembered as long as this page lives.
  }
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The person's last emoji in this browser, the newest first. */
export function useRecentEmoji(): { recent: readonly string[]; used: (emoji: string) => void } {
  return { recent: useSyncExternalStore(subscribe, read), used: remember };
}
