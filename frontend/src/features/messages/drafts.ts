const drafts = new Map<string, string>();

/** Words not yet sent, kept while one walks around in the app. */
export const draftOf = (chatId: string): string => drafts.get(chatId) ?? '';

export function keepDraft(chatId: string, text: string): void {
  if (text === '') drafts.delete(chatId);
  else drafts.set(chatId, text);
}
