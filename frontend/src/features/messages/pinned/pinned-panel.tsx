import type { MessageView } from '@duet/contracts';
import { Pin, PinOff } from 'lucide-react';
import { t } from '../../../texts/index.js';
import { Dialog } from '../../../ui/dialog.js';
import { EmptyState } from '../../../ui/empty-state.js';
import { LoadState } from '../../../ui/load-state.js';
import { useActs } from '../actions/acts.js';
import { useListPinnedQuery } from '../messages-api.js';
import { MessageRows } from './message-rows.js';

interface PinnedPanelProps {
  chatId: string;
  pinned: readonly MessageView[];
  isOpen: boolean;
  onClose: () => void;
}

export function PinnedPanel({ chatId, pinned, isOpen, onClose }: PinnedPanelProps) {
  const { pin } = useActs();
  const { data: listed, isError, refetch } = useListPinnedQuery(chatId);
  const unpin = {
    label: t('messages.unpin'),
    icon: <PinOff size={18} aria-hidden />,
    onPress: (message: MessageView) => pin(message, false),
  };
  return (
    <Dialog title={t('messages.pinnedMessages')} isOpen={isOpen} onClose={onClose}>
      {!listed ? (
        <LoadState isError={isError} onRetry={() => void refetch()} failure={t('common.theListCouldNotBeLoaded')} />
      ) : pinned.length === 0 ? (
        <EmptyState icon={<Pin size={26} aria-hidden />} title={t('messages.nothingIsPinned')} level={3}>
          <p>{t('messages.pinAMessageFromItsMenu')}</p>
        </EmptyState>
      ) : (
        <MessageRows messages={pinned} onClose={onClose} act={unpin} />
      )}
    </Dialog>
  );
}
