import { SmilePlus } from 'lucide-react';
import type { ReactNode } from 'react';
import { useFileAddresses } from '../../../sync/index.js';
import { t } from '../../../texts/index.js';
import { AnchoredDialog, MenuSheet, Sheet } from '../../../ui/anchored.js';
import { MenuPopover } from '../../../ui/menu.js';
import { type MessageActs, type OpenOverlay, useActs } from './acts.js';
import { EmojiPicker } from '../emoji/emoji-picker.js';
import { messageEntries } from './message-entries.js';
import { useOwnEntries } from './own-entries.js';
import { SHEET_REACTIONS } from './quick-reactions.js';
import styles from './overlays.module.css';
import { byEmoji } from './reaction-chips.js';
import reactionStyles from './reactions.module.css';
import { quotedWords } from '../quoted-words.js';
import { useCurrent } from '../use-current.js';

/** A menu, sheet or dialog on a message. */
export function MessageOverlay({ opened: requested, onClose: close }: { opened: OpenOverlay; onClose: () => void }) {
  const acts = useActs();
  const addresses = useFileAddresses();
  // The message may change or be deleted while its menu is open.
  const message = useCurrent(requested.message);
  const opened = { ...requested, message };
  const own = useOwnEntries(acts, opened);
  if (message.deletedAt !== null) return null;
  const { what, anchor } = opened;
  if (what === 'menu')
    return (
      <MenuPopover
        label={t('common.message')}
        anchor={anchor}
        entries={messageEntries(acts, opened, own, addresses)}
        onClose={close}
      />
    );
  if (what === 'sheet')
    return (
      <MenuSheet
        label={t('common.message')}
        entries={messageEntries(acts, opened, own, addresses)}
        above={
          <>
            <About acts={acts} opened={opened} />
            <QuickRow acts={acts} opened={opened} />
          </>
        }
        onClose={close}
      />
    );
  return (
    <AdaptiveDialog
      label={what === 'picker' ? t('messages.chooseAReaction') : t('messages.whoReacted')}
      anchor={anchor}
      onClose={close}
    >
      {what === 'picker' ? (
        <ReactionPicker acts={acts} opened={opened} onDone={close} />
      ) : (
        <Reactors acts={acts} opened={opened} />
      )}
    </AdaptiveDialog>
  );
}

interface AdaptiveDialogProps {
  label: string;
  anchor: HTMLElement;
  onClose: () => void;
  children: ReactNode;
}

/** A sheet on a small screen, within reach of the thumb; else a dialog at the message. */
function AdaptiveDialog({ children, anchor, ...props }: AdaptiveDialogProps) {
  const isSmall = window.matchMedia?.('(max-width: 39.99rem)').matches;
  return isSmall ? (
    <Sheet {...props}>
      <div className={styles.middle}>{children}</div>
    </Sheet>
  ) : (
    <AnchoredDialog {...props} anchor={anchor}>
      {children}
    </AnchoredDialog>
  );
}

interface MessageOverlayProps {
  acts: MessageActs;
  opened: OpenOverlay;
}

function ReactionPicker({ acts, opened: { message }, onDone }: MessageOverlayProps & { onDone: () => void }) {
  const choose = (emoji: string): void => {
    acts.react(message, emoji);
    onDone();
  };
  return <EmojiPicker onChoose={choose} />;
}

/** The message that the sheet is about. */
function About({ acts, opened: { message } }: MessageOverlayProps) {
  return (
    <blockquote className={styles.about}>
      <cite className={styles.author}>{acts.nameOf(message.sender._id)}</cite>
      <p className={styles.words} dir="auto">
        {quotedWords(message)}
      </p>
    </blockquote>
  );
}

function QuickRow({ acts, opened: { message, anchor } }: MessageOverlayProps) {
  const isOwn = (emoji: string): boolean =>
    message.reactions.some((one) => one.emoji === emoji && one.user === acts.self);
  const choose = (emoji: string): void => {
    acts.react(message, emoji);
    acts.open(null);
  };
  return (
    <div role="group" aria-label={t('common.reactions')} className={styles.quick}>
      {SHEET_REACTIONS.map((emoji) => (
        <button
          key={emoji}
          type="button"
          aria-label={t('common.reactWithEmoji', { emoji })}
          aria-pressed={isOwn(emoji)}
          onClick={() => choose(emoji)}
        >
          {emoji}
        </button>
      ))}
      <button
        type="button"
        aria-label={t('messages.moreReactions')}
        onClick={() => acts.open({ what: 'picker', message, anchor })}
      >
        <SmilePlus size={24} aria-hidden />
      </button>
    </div>
  );
}

function Reactors({ acts, opened: { message } }: MessageOverlayProps) {
  return (
    <ul className={reactionStyles.people}>
      {byEmoji(message.reactions).flatMap(({ emoji, users }) =>
        users.map((user) => (
          <li key={`${emoji} ${user}`} className={reactionStyles.person}>
            <span>{acts.nameOf(user)}</span>
            <span>{emoji}</span>
          </li>
        )),
      )}
    </ul>
  );
}
