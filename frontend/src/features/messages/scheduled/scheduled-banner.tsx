import { CalendarClock, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { t } from '../../../texts/index.js';
import { late } from '../../../ui/late.js';
import { useOpenedOnce } from '../../../ui/use-opened-once.js';
import { useListScheduledQuery } from '../messages-api.js';
import styles from './scheduled.module.css';

const ScheduledPanel = late(async () => (await import('./scheduled-panel.js')).ScheduledPanel);

/** How many messages are scheduled; a press opens their list. */
export function ScheduledBanner({ chatId }: { chatId: string }) {
  const { data: scheduled = [] } = useListScheduledQuery(chatId);
  const [isOpen, setOpen] = useState(false);
  const wasOpened = useOpenedOnce(isOpen);
  const count = scheduled.length;
  return (
    <>
      {count > 0 && (
        <AriaButton className={styles.banner} onPress={() => setOpen(true)}>
          <CalendarClock size={16} aria-hidden />
          {scheduled.some(({ isOnHold }) => isOnHold) ? t('scheduled.someOnHold') : t('scheduled.count', { count })}
          <ChevronRight size={16} aria-hidden />
        </AriaButton>
      )}
      {wasOpened && (
        <ScheduledPanel chatId={chatId} scheduled={scheduled} isOpen={isOpen} onClose={() => setOpen(false)} />
      )}
    </>
  );
}
