import type { MessageView } from '@duet/contracts';
import { Ellipsis, Reply, SmilePlus } from 'lucide-react';
import { useActs } from './acts.js';
import styles from './message-toolbar.module.css';

/** The first three are the specification's. */
export const QUICK_REACTIONS = ['❤️', '👍', '😂'] as const;

const own = (message: MessageView, emoji: string, self: string): boolean => message.reactions.some((one) => one.emoji === emoji && one.user === self);

/** Beside a message that the pointer or the keyboard is on. A thousand messages have none: it is made when it is wanted. */
export function MessageToolbar({ message }: { message: MessageView }) {
  const acts = useActs();
  const { react, reply, open, self } = acts;
  const hang = (what: 'picker' | 'menu') => (event: { currentTarget: HTMLElement }) => open({ what, message, anchor: event.currentTarget });
  return (
    <div role="group" aria-label="Act on this message" className={styles.toolbar}>
      {QUICK_REACTIONS.map((emoji) => (
        <button key={emoji} type="button" className={styles.quick} aria-label={`React with ${emoji}`} aria-pressed={own(message, emoji, self)} onClick={() => react(message, emoji)}>
          {emoji}
        </button>
      ))}
      <button type="button" className={styles.act} aria-label="More reactions" title="More reactions (+)" aria-haspopup="dialog" onClick={hang('picker')}>
        <SmilePlus size={18} aria-hidden />
      </button>
      <button type="button" className={styles.act} aria-label="Reply" title="Reply (R)" onClick={() => reply({ id: message._id, message })}>
        <Reply size={18} aria-hidden />
      </button>
      <button type="button" className={styles.act} aria-label="More actions" title="More actions (Enter)" aria-haspopup="menu" onClick={hang('menu')}>
        <Ellipsis size={18} aria-hidden />
      </button>
    </div>
  );
}
