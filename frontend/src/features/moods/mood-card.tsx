import type { MoodView } from '@duet/contracts';
import { LIMITS } from '@duet/contracts/plain';
import { useState } from 'react';
import { attempt } from '../../api/attempt.js';
import { useNames } from '../../platform/account/names.js';
import { t } from '../../texts/index.js';
import { Button } from '../../ui/button.js';
import { Card } from '../../ui/card.js';
import { LoadState } from '../../ui/load-state.js';
import { toast } from '../../ui/toast-queue.js';
import { EarlierMoods } from './earlier-moods.js';
import { MoodForm } from './mood-form.js';
import { MoodLine } from './mood-line.js';
import { useClearMoodMutation, useSetMoodMutation } from './moods-api.js';
import styles from './moods.module.css';
import { useMoods } from './use-moods.js';

/** Both moods of today. `withEarlier` adds those of the last days. */
export function MoodCard({ withEarlier = false }: { withEarlier?: boolean }) {
  const { partner } = useNames();
  const { list, isError, retry, mine, theirs, earlier } = useMoods();
  const [changes, setChanges] = useState(false);
  const [clear, { isLoading }] = useClearMoodMutation();
  const [set] = useSetMoodMutation();
  const takeBack = async ({ mood, note }: MoodView): Promise<void> => {
    if (!(await attempt(clear()))) return;
    toast.undoable(t('moods.takenBack'), LIMITS.deleteUndo, {
      label: t('common.undo'),
      onAction: () => void attempt(set({ mood, note })),
    });
  };
  if (!list)
    return (
      <Card title={t('moods.today')}>
        <LoadState isError={isError} onRetry={retry} failure={t('moods.failedToLoad')} />
      </Card>
    );
  return (
    <Card title={t('moods.today')}>
      {theirs ? (
        <MoodLine name={partner} mood={theirs} />
      ) : (
        <p className={styles.soft}>{t('moods.nothingYet', { partner })}</p>
      )}
      {mine && !changes ? (
        <MoodLine name={t('common.you')} mood={mine}>
          <div className={styles.actions}>
            <Button size="small" look="ghost" onPress={() => setChanges(true)}>
              {t('moods.change')}
            </Button>
            <Button
              size="small"
              look="ghost"
              className={styles.takeBack ?? ''}
              isPending={isLoading}
              onPress={() => void takeBack(mine)}
            >
              {t('moods.takeBack')}
            </Button>
          </div>
        </MoodLine>
      ) : (
        <>
          <p>{t('moods.howAreYou')}</p>
          <MoodForm before={mine} partner={partner} onDone={() => setChanges(false)} />
        </>
      )}
      {withEarlier && <EarlierMoods moods={earlier} />}
    </Card>
  );
}
