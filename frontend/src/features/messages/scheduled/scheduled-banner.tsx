import { CalendarClock, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import { useListScheduledQuery } from '../messages-api.js';
import { ScheduledPanel } from './scheduled-panel.js';
import styles from './scheduled.module.css';

/** How much waits for its time; the way to see and change it. */
export function ScheduledBanner({ chatId }: { chatId: string }) {
  const { data: scheduled = [] } = useListScheduledQuery(chatId);
  const [isOpen, setOpen] = useState(false);
  const count = scheduled.length;
  return (
    <>
      {count > 0 && (
        <AriaButton className={styles.banner} onPress={() => setOpen(true)}>
          <CalendarClock size={16} aria-hidden />
          {count} scheduled
          <ChevronRight size={16} aria-hidden />
        </AriaButton>
      )}
      <ScheduledPanel chatId={chatId} scheduled={scheduled} isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}
