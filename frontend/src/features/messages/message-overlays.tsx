import { SmilePlus } from 'lucide-react';
import type { ReactNode } from 'react';
import { HangingDialog, HangingMenu, MenuSheet, Sheet } from '../../ui/hanging.js';
import { type MessageActs, type Opened, useActs, useActsState } from './acts.js';
import { EmojiPicker } from './emoji/emoji-picker.js';
import { messageEntries } from './message-entries.js';
import { QUICK_REACTIONS } from './message-toolbar.js';
import styles from './overlays.module.css';
import { byEmoji } from './reaction-chips.js';
import reactionStyles from './reactions.module.css';
import { useCurrent } from './use-current.js';

/** What hangs open on a message; once for the whole conversation, because only one can. */
export function MessageOverlays() {
  const opened = useActsState((state) => state.opened);
  return opened && <Overlay opened={opened} />;
}

function Overlay({ opened: told }: { opened: Opened }) {
  const acts = useActs();
  // It may change, or go, while its menu is open.
  const message = useCurrent(told.message);
  const opened = { ...told, message };
  // An act may have opened the next one in the same moment: only what is shown here is closed.
  const close = (): void => {
    if (acts.read().opened === told) acts.open(null);
  };
  if (message.deletedAt !== null) return null;
  const { what, anchor } = opened;
  if (what === 'menu') return <HangingMenu label="Message" anchor={anchor} entries={messageEntries(acts, opened)} onClose={close} />;
  if (what === 'sheet') return <MenuSheet label="Message" entries={messageEntries(acts, opened)} above={<QuickRow acts={acts} opened={opened} />} onClose={close} />;
  return (
    <Hung label={what === 'picker' ? 'Choose a reaction' : 'Who reacted'} anchor={anchor} onClose={close}>
      {what === 'picker' ? <ReactionPicker acts={acts} opened={opened} onDone={close} /> : <Reactors acts={acts} opened={opened} />}
    </Hung>
  );
}

interface HungProps {
  label: string;
  anchor: HTMLElement;
  onClose: () => void;
  children: ReactNode;
}

/** On a small screen from its bottom, where the thumb is. */
function Hung({ children, anchor, ...props }: HungProps) {
  const isSmall = window.matchMedia?.('(max-width: 39.99rem)').matches;
  return isSmall ? (
    <Sheet {...props}>
      <div className={styles.middle}>{children}</div>
    </Sheet>
  ) : (
    <HangingDialog {...props} anchor={anchor}>
      {children}
    </HangingDialog>
  );
}

interface OfMessage {
  acts: MessageActs;
  opened: Opened;
}

function ReactionPicker({ acts, opened: { message }, onDone }: OfMessage & { onDone: () => void }) {
  const choose = (emoji: string): void => {
    acts.react(message, emoji);
    onDone();
  };
  return <EmojiPicker onChoose={choose} />;
}

function QuickRow({ acts, opened: { message, anchor } }: OfMessage) {
  const isOwn = (emoji: string): boolean => message.reactions.some((one) => one.emoji === emoji && one.user === acts.self);
  const choose = (emoji: string): void => {
    acts.react(message, emoji);
    acts.open(null);
  };
  return (
    <div role="group" aria-label="Reactions" className={styles.quick}>
      {QUICK_REACTIONS.map((emoji) => (
        <button key={emoji} type="button" aria-label={`React with ${emoji}`} aria-pressed={isOwn(emoji)} onClick={() => choose(emoji)}>
          {emoji}
        </button>
      ))}
      <button type="button" aria-label="More reactions" onClick={() => acts.open({ what: 'picker', message, anchor })}>
        <SmilePlus size={24} aria-hidden />
      </button>
    </div>
  );
}

function Reactors({ acts, opened: { message } }: OfMessage) {
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
