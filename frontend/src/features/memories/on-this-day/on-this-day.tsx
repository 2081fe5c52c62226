import { Sunrise } from 'lucide-react';
import { Banner } from '../../../ui/banner.js';
import { Button, LinkButton } from '../../../ui/button.js';
import { Card } from '../../../ui/card.js';
import { EmptyState } from '../../../ui/empty-state.js';
import { Skeleton } from '../../../ui/spinner.js';
import type { RenderFiles } from './memory-item.js';
import { MemoryList } from './memory-list.js';
import styles from './on-this-day.module.css';
import { useOnThisDay, useOnThisDayActs } from './use-on-this-day.js';

interface OnThisDayProps {
  chatId: string;
  renderFiles: RenderFiles;
}

/** So many fit beside the conversation; the rest is on the page of memories. */
const SHOWN = 3;

/** On the dashboard: there when there is something, and otherwise not at all. */
export function OnThisDayCard({ chatId, renderFiles }: OnThisDayProps) {
  const { currentData } = useOnThisDay(chatId);
  const items = currentData?.items ?? [];
  if (items.length === 0) return null;
  return (
    <Card title="On this day">
      <MemoryList chatId={chatId} items={items.slice(0, SHOWN)} renderFiles={renderFiles} />
      {items.length > SHOWN && (
        <LinkButton href="/memories" look="soft">
          Show all {items.length}
        </LinkButton>
      )}
    </Card>
  );
}

/** On the page of memories: everything of the day, or why there is nothing. */
export function OnThisDay({ chatId, renderFiles }: OnThisDayProps) {
  const { currentData, isError, refetch } = useOnThisDay(chatId);
  const { turn } = useOnThisDayActs(chatId);
  return (
    <section aria-labelledby="on-this-day" className={styles.section} aria-busy={!currentData && !isError}>
      <h2 id="on-this-day">On this day</h2>
      {isError && !currentData && (
        <Banner tone="error" action={<Button look="ghost" size="small" onPress={() => void refetch()}>Retry</Button>}>
          Your memories of this day could not be loaded.
        </Banner>
      )}
      {!currentData && !isError && <Skeleton className={styles.skeleton} />}
      {currentData?.enabled === false && (
        <EmptyState icon={<Sunrise size={26} aria-hidden />} title="On this day is switched off">
          <p>You are not shown what you two shared in earlier years.</p>
          <Button onPress={() => void turn(true)}>Switch on</Button>
        </EmptyState>
      )}
      {currentData?.enabled === true && currentData.items.length === 0 && (
        <EmptyState icon={<Sunrise size={26} aria-hidden />} title="Nothing from this day yet">
          <p>Photos, videos and voice notes come back here a year later, on their day, and so do messages that you two reacted to or pinned.</p>
        </EmptyState>
      )}
      {currentData && currentData.items.length > 0 && <MemoryList chatId={chatId} items={currentData.items} renderFiles={renderFiles} isWide />}
    </section>
  );
}
