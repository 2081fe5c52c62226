import { session } from '../../api/session.js';

const drafts = new Map<string, string>();

/** The partner may sign in on the same page next, and opens the same conversation. */
const keyOf = (chatId: string): string => `${session.get().user?._id} ${chatId}`;

/** Words not yet sent, kept while one walks around in the app. */
export const draftOf = (chatId: string): string => drafts.get(keyOf(chatId)) ?? '';

export function keepDraft(chatId: string, text: string): void {
  if (text === '') drafts.delete(keyOf(chatId));
  else drafts.set(keyOf(chatId), text);
}
