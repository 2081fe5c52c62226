import type { PartnerView } from '@duet/contracts';
import { EllipsisVertical, Flag, Pin, Search, Star, Timer } from 'lucide-react';
import { useState } from 'react';
import { useLiveState } from '../../sync/index.js';
import { t } from '../../texts/index.js';
import { IconButton } from '../../ui/icon-button.js';
import { late } from '../../ui/late.js';
import { Menu } from '../../ui/menu.js';
import { useOpenedOnce } from '../../ui/use-opened-once.js';
import { useActs } from './actions/acts.js';
import styles from './conversation-header.module.css';
import { disappearingWords } from './disappearing-words.js';
import { usePinned } from './pinned/use-pinned.js';

const DisappearingDialog = late(async () => (await import('./disappearing.js')).DisappearingDialog);
const StarredPanel = late(async () => (await import('./starred/starred-panel.js')).StarredPanel);
const PinnedPanel = late(async () => (await import('./pinned/pinned-panel.js')).PinnedPanel);

interface ConversationMenuProps {
  chatId: string;
  partner: PartnerView;
  onSearch: () => void;
}

/** The conversation's menu, with a timer beside it while messages disappear. */
export function ConversationMenu({ chatId, partner, onSearch }: ConversationMenuProps) {
  const { report } = useActs();
  const [open, setOpen] = useState<'pinned' | 'starred' | 'disappearing' | null>(null);
  const seconds = useLiveState((state) =>
    state.live.conversation?.chatId === chatId ? state.live.conversation.settings.disappearAfter : null,
  );
  const pinned = usePinned(chatId);
  const hasPinned = useOpenedOnce(open === 'pinned');
  const hasStarred = useOpenedOnce(open === 'starred');
  const hasDisappearing = useOpenedOnce(open === 'disappearing');
  const close = (): void => setOpen(null);
  return (
    <>
      {seconds !== null && (
        <IconButton
          label={t('messages.messagesDisappearAfterSeconds', { seconds: disappearingWords(seconds) })}
          className={styles.timer}
          onPress={() => setOpen('disappearing')}
        >
          <Timer size={18} aria-hidden />
          <span aria-hidden="true">{disappearingWords(seconds)}</span>
        </IconButton>
      )}
      <Menu
        label={t('messages.conversation')}
        trigger={
          <IconButton label={t('messages.conversationMenu')}>
            <EllipsisVertical size={20} aria-hidden />
          </IconButton>
        }
        entries={[
          {
            id: 'search',
            label: t('chatSearch.searchTheChat'),
            icon: <Search size={18} aria-hidden />,
            onAction: onSearch,
          },
          {
            id: 'pinned',
            label: t('messages.pinnedMessages'),
            icon: <Pin size={18} aria-hidden />,
            onAction: () => setOpen('pinned'),
          },
          {
            id: 'starred',
            label: t('messages.starredMessages'),
            icon: <Star size={18} aria-hidden />,
            onAction: () => setOpen('starred'),
          },
          {
            id: 'disappearing',
            label: t('messages.disappearingMessages'),
            icon: <Timer size={18} aria-hidden />,
            onAction: () => setOpen('disappearing'),
          },
          {
            id: 'report',
            label: t('messages.reportFirstName', { firstName: partner.firstName }),
            icon: <Flag size={18} aria-hidden />,
            onAction: () => report(null),
          },
        ]}
      />
      {hasPinned && <PinnedPanel chatId={chatId} pinned={pinned} isOpen={open === 'pinned'} onClose={close} />}
      {hasStarred && <StarredPanel chatId={chatId} isOpen={open === 'starred'} onClose={close} />}
      {hasDisappearing && (
        <DisappearingDialog chatId={chatId} seconds={seconds} isOpen={open === 'disappearing'} onClose={close} />
      )}
    </>
  );
}
