import { Sunrise } from 'lucide-react';
import { t } from '../../../texts/index.js';
import { Banner } from '../../../ui/banner.js';
import { Button } from '../../../ui/button.js';
import { EmptyState } from '../../../ui/empty-state.js';
import { Skeleton } from '../../../ui/spinner.js';
import { CapsuleMemoryItem } from './capsule-memory-item.js';
import { dayEntries } from './day-entries.js';
import type { RenderFiles } from './memory-item.js';
import { MemoryList } from './memory-list.js';
import styles from './on-this-day.module.css';
import { useOnThisDay, useOnThisDayActs } from './use-on-this-day.js';

interface OnThisDayProps {
  chatId: string;
  renderFiles: RenderFiles;
}

/** All memories of the day, or why there are none. */
export function OnThisDay({ chatId, renderFiles }: OnThisDayProps) {
  const { currentData, isError, refetch } = useOnThisDay(chatId);
  const { turn } = useOnThisDayActs(chatId);
  const entries = currentData ? dayEntries(currentData) : [];
  return (
    <section aria-labelledby="on-this-day" className={styles.section} aria-busy={!currentData && !isError}>
      <h2 id="on-this-day">{t('memories.onThisDay')}</h2>
      {isError && !currentData && (
        <Banner
          tone="error"
          action={
            <Button look="ghost" size="small" onPress={() => void refetch()}>
              {t('common.retry')}
            </Button>
          }
        >
          {t('memories.yourMemoriesOfThisDayCould')}
        </Banner>
      )}
      {!currentData && !isError && <Skeleton className={styles.skeleton} />}
      {currentData?.enabled === false && (
        <EmptyState icon={<Sunrise size={26} aria-hidden />} title={t('memories.onThisDayIsSwitchedOff')}>
          <p>{t('memories.youAreNotShownWhatYou')}</p>
          <Button onPress={() => void turn(true)}>{t('memories.switchOn')}</Button>
        </EmptyState>
      )}
      {currentData?.enabled === true && entries.length === 0 && (
        <EmptyState icon={<Sunrise size={26} aria-hidden />} title={t('memories.nothingFromThisDayYet')}>
          <p>{t('memories.photosVideosAndVoiceNotesCome')}</p>
        </EmptyState>
      )}
      {entries.length > 0 && (
        <MemoryList
          chatId={chatId}
          entries={entries}
          renderFiles={renderFiles}
          capsuleItem={CapsuleMemoryItem}
          isWide
        />
      )}
    </section>
  );
}
