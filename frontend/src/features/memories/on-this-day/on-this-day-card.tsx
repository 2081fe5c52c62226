import { t } from '../../../texts/index.js';
import { LinkButton } from '../../../ui/button.js';
import { Card } from '../../../ui/card.js';
import { late } from '../../../ui/late.js';
import { dayEntries } from './day-entries.js';
import type { RenderFiles } from './memory-item.js';
import { MemoryList } from './memory-list.js';
import { useOnThisDay } from './use-on-this-day.js';

// After the page: the dashboard shows it below everything else.
const CapsuleMemoryItem = late(async () => (await import('./capsule-memory-item.js')).CapsuleMemoryItem);

interface OnThisDayCardProps {
  chatId: string;
  renderFiles: RenderFiles;
}

/** How many fit on the dashboard; the memories page shows all. */
const MAX_SHOWN_MEMORIES = 3;

/** The dashboard's card; empty without memories. */
export function OnThisDayCard({ chatId, renderFiles }: OnThisDayCardProps) {
  const { currentData } = useOnThisDay(chatId);
  const entries = currentData ? dayEntries(currentData) : [];
  if (entries.length === 0) return null;
  return (
    <Card title={t('memories.onThisDay')}>
      <MemoryList
        chatId={chatId}
        entries={entries.slice(0, MAX_SHOWN_MEMORIES)}
        renderFiles={renderFiles}
        capsuleItem={CapsuleMemoryItem}
      />
      {entries.length > MAX_SHOWN_MEMORIES && (
        <LinkButton href="/memories" look="soft">
          {t('memories.showAllCount', { count: entries.length })}
        </LinkButton>
      )}
    </Card>
  );
}
