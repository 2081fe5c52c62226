import { createRecentChoices } from '../recent-choices.js';

/** As many as fit two rows. */
const MAX_RECENT = 16;
/** Offered before the user has chosen any. */
const POPULAR: readonly string[] = ['❤️', '👍', '😂', '😍', '🥰', '😘', '🙏', '🎉'];

const { useRecent, remember } = createRecentChoices('duet-recent-emoji', MAX_RECENT, POPULAR);

/** The user's last emoji in this browser, the newest first. */
export const useRecentEmoji = (): { recent: readonly string[]; rememberEmoji: (emoji: string) => void } => ({
  recent: useRecent(),
  rememberEmoji: remember,
});
