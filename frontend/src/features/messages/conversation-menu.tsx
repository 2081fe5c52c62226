import { EllipsisVertical, Pin, Timer } from 'lucide-react';
import { useState } from 'react';
import { useLiveState } from '../../api/live-context.js';
import { IconButton } from '../../ui/icon-button.js';
import { Menu } from '../../ui/menu.js';
import { DisappearingDialog, disappearingWords } from './disappearing.js';
import styles from './conversation-header.module.css';
import { PinnedPanel } from './pinned/pinned-panel.js';
import { usePinned } from './pinned/use-pinned.js';

/** What concerns the conversation as a whole; with the sign that its messages disappear. */
export function ConversationMenu({ chatId }: { chatId: string }) {
  const [open, setOpen] = useState<'pinned' | 'disappearing' | null>(null);
  const seconds = useLiveState((state) => (state.live.held?.chatId === chatId ? state.live.held.settings.disappearAfter : null));
  const pinned = usePinned(chatId);
  const close = (): void => setOpen(null);
  return (
    <>
      {seconds !== null && (
        <IconButton label={`Messages disappear after ${disappearingWords(seconds)}`} className={styles.timer} onPress={() => setOpen('disappearing')}>
          <Timer size={18} aria-hidden />
          <span aria-hidden="true">{disappearingWords(seconds)}</span>
        </IconButton>
      )}
      <Menu
        label="Conversation"
        trigger={
          <IconButton label="Conversation menu">
            <EllipsisVertical size={20} aria-hidden />
          </IconButton>
        }
        entries={[
          { id: 'pinned', label: 'Pinned messages', icon: <Pin size={18} aria-hidden />, onAction: () => setOpen('pinned') },
          { id: 'disappearing', label: 'Disappearing messages', icon: <Timer size={18} aria-hidden />, onAction: () => setOpen('disappearing') },
        ]}
      />
      <PinnedPanel pinned={pinned} isOpen={open === 'pinned'} onClose={close} />
      <DisappearingDialog chatId={chatId} seconds={seconds} isOpen={open === 'disappearing'} onClose={close} />
    </>
  );
}
