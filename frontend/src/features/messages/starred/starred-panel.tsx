import type { MessageView } from '@duet/contracts';
import { isGone } from '@duet/contracts/plain';
import { Star, StarOff } from 'lucide-react';
import { useCallback } from 'react';
import { showFailure } from '../../../api/show-failure.js';
import { useLiveState } from '../../../sync/index.js';
import { t } from '../../../texts/index.js';
import { Button } from '../../../ui/button.js';
import { Dialog } from '../../../ui/dialog.js';
import { EmptyState } from '../../../ui/empty-state.js';
import { LoadState } from '../../../ui/load-state.js';
import { useExpiring } from '../../../ui/use-expiring.js';
import { useListStarredInfiniteQuery, useStarMutation } from '../own-marks-api.js';
import { MessageRows } from '../pinned/message-rows.js';
import { latestOf } from '../use-current.js';

interface StarredPanelProps {
  chatId: string;
  isOpen: boolean;
  onClose: () => void;
}

/** The messages that the user starred, the last star first. */
export function StarredPanel(props: StarredPanelProps) {
  return (
    <Dialog title={t('messages.starredMessages')} isOpen={props.isOpen} onClose={props.onClose}>
      <StarredList {...props} />
    </Dialog>
  );
}

function StarredList({ chatId, onClose }: StarredPanelProps) {
  const conversation = useLiveState((state) => state.live.conversation);
  const [star] = useStarMutation();
  const { currentData, isError, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useListStarredInfiniteQuery(
    chatId,
    { refetchOnMountOrArgChange: true },
  );
  const read = useCallback(
    (now: number) => {
      const messages = (currentData?.pages ?? [])
        .flatMap(({ items }) => items.map(({ message }) => latestOf(conversation, message)))
        .filter((message) => !isGone(message, now));
      const expiries = messages.flatMap(({ expiresAt }) => (expiresAt === null ? [] : [Date.parse(expiresAt)]));
      return { messages, until: Math.min(...expiries, Number.POSITIVE_INFINITY) };
    },
    [currentData, conversation],
  );
  const { messages } = useExpiring(read);
  if (!currentData)
    return <LoadState isError={isError} onRetry={() => void refetch()} failure={t('common.theListCouldNotBeLoaded')} />;
  const unstar = {
    label: t('messages.unstar'),
    icon: <StarOff size={18} aria-hidden />,
    onPress: async ({ _id }: MessageView): Promise<void> => {
      const { error } = await star({ chatId, id: _id, isStarred: false });
      if (error) showFailure(error);
    },
  };
  if (messages.length === 0)
    return (
      <EmptyState icon={<Star size={26} aria-hidden />} title={t('messages.nothingIsStarred')} level={3}>
        <p>{t('messages.starAMessageFromItsMenu')}</p>
      </EmptyState>
    );
  return (
    <>
      <MessageRows messages={messages} onClose={onClose} act={unstar} />
      {hasNextPage && (
        <Button look="soft" size="small" isPending={isFetchingNextPage} onPress={() => void fetchNextPage()}>
          {t('common.showMore')}
        </Button>
      )}
    </>
  );
}
