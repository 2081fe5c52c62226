import { appLock } from './app-lock.js';

const inView = new Map<string, number>();

/** A conversation is on the screen from now on. @returns what to call when it no longer is. */
export function conversationIsInView(chatId: string): () => void {
  inView.set(chatId, (inView.get(chatId) ?? 0) + 1);
  return () => inView.set(chatId, (inView.get(chatId) ?? 1) - 1);
}

/** The person looks at it: it is on the screen of a tab that has the focus and is not locked. */
export const isConversationSeen = (chatId: string): boolean =>
  (inView.get(chatId) ?? 0) > 0 && !appLock.get().isLocked && document.visibilityState === 'visible' && document.hasFocus();
