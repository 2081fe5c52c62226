import type { MessageView } from '@duet/contracts';
import { Ellipsis, Reply, SmilePlus } from 'lucide-react';
import { t } from '../../../texts/index.js';
import { useActs } from './acts.js';
import styles from './message-toolbar.module.css';
import { QUICK_REACTIONS } from './quick-reactions.js';

/** Around the toolbar, in pixels. */
const ROOM = 20;

const isOwnReaction = (message: MessageView, emoji: string, self: string): boolean =>
  message.reactions.some((one) => one.emoji === emoji && one.user === self);

/** Stands beside its message where the list has room there, and below the first one of the screen. */
function placed(toolbar: HTMLElement | null): void {
  const message = toolbar?.parentElement?.getBoundingClientRect();
  const list = toolbar?.closest('[role="log"]')?.getBoundingClientRect();
  if (!toolbar || !message || !list) return;
  const room = Math.max(message.left - list.left, list.right - message.right);
  if (room > toolbar.offsetWidth + ROOM) toolbar.dataset['toolbar'] = 'beside';
  else if (message.top - list.top < toolbar.offsetHeight) toolbar.dataset['toolbar'] = 'below';
}

/** The toolbar of the message under the pointer or the keyboard focus. Other messages do not render theirs. */
export function MessageToolbar({ message }: { message: MessageView }) {
  const acts = useActs();
  const { react, reply, open, self } = acts;
  const openAt = (what: 'picker' | 'menu') => (event: { currentTarget: HTMLElement }) =>
    open({ what, message, anchor: event.currentTarget });
  return (
    <div
      ref={placed}
      role="group"
      aria-label={t('messages.actOnThisMessage')}
      data-toolbar="above"
      className={styles.toolbar}
    >
      {QUICK_REACTIONS.map((emoji) => (
        <button
          key={emoji}
          type="button"
          className={styles.quick}
          aria-label={t('common.reactWithEmoji', { emoji })}
          aria-pressed={isOwnReaction(message, emoji, self)}
          onClick={() => react(message, emoji)}
        >
          {emoji}
        </button>
      ))}
      <button
        type="button"
        className={styles.act}
        aria-label={t('messages.moreReactions')}
        title={t('messages.moreReactionsTip')}
        aria-haspopup="dialog"
        onClick={openAt('picker')}
      >
        <SmilePlus size={18} aria-hidden />
      </button>
      <button
        type="button"
        className={styles.act}
        aria-label={t('messages.reply')}
        title={t('messages.replyR')}
        onClick={() => reply({ id: message._id, message })}
      >
        <Reply size={18} aria-hidden />
      </button>
      <button
        type="button"
        className={styles.act}
        aria-label={t('messages.moreActions')}
        title={t('messages.moreActionsEnter')}
        aria-haspopup="menu"
        onClick={openAt('menu')}
      >
        <Ellipsis size={18} aria-hidden />
      </button>
    </div>
  );
}
