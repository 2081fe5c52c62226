import type { MessageView, ReactionView } from '@duet/contracts';
import { listOf, t } from '../../../texts/index.js';
import { useActs } from './acts.js';
import styles from './reactions.module.css';

/** The emoji in order of their first reaction, each with its users. */
export function byEmoji(reactions: readonly ReactionView[]): { emoji: string; users: string[] }[] {
  const users = new Map<string, string[]>();
  for (const { emoji, user } of reactions) users.set(emoji, [...(users.get(emoji) ?? []), user]);
  return [...users].map(([emoji, of]) => ({ emoji, users: of }));
}

/** The reactions under a bubble. A press adds or removes the user's own. */
export function ReactionChips({ message }: { message: MessageView }) {
  const { self, nameOf, react } = useActs();
  if (message.reactions.length === 0) return null;
  return (
    <div role="group" aria-label={t('common.reactions')} className={styles.chips}>
      {byEmoji(message.reactions).map(({ emoji, users }) => {
        const names = listOf(users.map(nameOf));
        return (
          <button
            key={emoji}
            type="button"
            className={styles.chip}
            aria-pressed={users.includes(self)}
            aria-label={t('messages.emojiCountByNames', { emoji, count: users.length, names })}
            title={names}
            onClick={() => react(message, emoji)}
          >
            <span aria-hidden="true">{emoji}</span>
            {users.length > 1 && <span aria-hidden="true">{users.length}</span>}
          </button>
        );
      })}
    </div>
  );
}
