import type { MessageView, ReactionView } from '@duet/contracts';
import { useActs } from './acts.js';
import styles from './reactions.module.css';

/** The emoji in the order they first came, each with who chose it. */
export function byEmoji(reactions: readonly ReactionView[]): { emoji: string; users: string[] }[] {
  const users = new Map<string, string[]>();
  for (const { emoji, user } of reactions) users.set(emoji, [...(users.get(emoji) ?? []), user]);
  return [...users].map(([emoji, of]) => ({ emoji, users: of }));
}

/** Under the bubble: a press adds or takes back one's own. */
export function ReactionChips({ message }: { message: MessageView }) {
  const { self, nameOf, react } = useActs();
  if (message.reactions.length === 0) return null;
  return (
    <div role="group" aria-label="Reactions" className={styles.chips}>
      {byEmoji(message.reactions).map(({ emoji, users }) => {
        const names = users.map(nameOf).join(' and ');
        return (
          <button key={emoji} type="button" className={styles.chip} aria-pressed={users.includes(self)} aria-label={`${emoji} ${users.length}, by ${names}`} title={names} onClick={() => react(message, emoji)}>
            <span aria-hidden="true">{emoji}</span>
            {users.length > 1 && <span aria-hidden="true">{users.length}</span>}
          </button>
        );
      })}
    </div>
  );
}
