import type { ScheduledMessageView } from '@duet/contracts';
import { CalendarClock, ChevronRight } from 'lucide-react';
import { useContext, useState } from 'react';
import { t } from '../../../texts/index.js';
import { AwayContext } from '../../../ui/away.js';
import { late } from '../../../ui/late.js';
import { PressButton } from '../../../ui/press-button.js';
import { useOpenedOnce } from '../../../ui/use-opened-once.js';
import { useListScheduledQuery } from '../messages-api.js';
import styles from './scheduled.module.css';

const ScheduledPanel = late(async () => (await import('./scheduled-panel.js')).ScheduledPanel);

/** How many messages are scheduled; a press opens their list, or loads it again after a failure. */
export function ScheduledBanner({ chatId }: { chatId: string }) {
  const { data: scheduled = [], isError, isFetching, refetch } = useListScheduledQuery(chatId);
  const isAway = useContext(AwayContext);
  const [isOpen, setOpen] = useState(false);
  const wasOpened = useOpenedOnce(isOpen);
  // The button stays until the person moves on, also where nothing is scheduled: it has the focus.
  const [isRetried, setRetried] = useState(false);
  const count = scheduled.length;
  const isRetrying = isRetried && isFetching;
  const isLost = (isError || isRetrying) && count === 0 && !isAway;
  const retry = (): void => {
    setRetried(true);
    void refetch();
  };
  return (
    <>
      {(count > 0 || isLost || isRetried) && (
        <PressButton
          className={styles.banner}
          isPending={isRetrying}
          onPress={isLost ? retry : () => setOpen(true)}
          onBlur={() => setRetried(false)}
        >
          <CalendarClock size={16} aria-hidden />
          {isLost ? t('scheduled.notLoaded') : summaryOf(scheduled)}
          <ChevronRight size={16} aria-hidden />
        </PressButton>
      )}
      {wasOpened && (
        <ScheduledPanel chatId={chatId} scheduled={scheduled} isOpen={isOpen} onClose={() => setOpen(false)} />
      )}
    </>
  );
}

function summaryOf(scheduled: readonly ScheduledMessageView[]): string {
  if (scheduled.length === 0) return t('scheduled.nothingIsScheduled');
  return scheduled.some(({ isOnHold }) => isOnHold)
    ? t('scheduled.someOnHold')
    : t('scheduled.count', { count: scheduled.length });
}
