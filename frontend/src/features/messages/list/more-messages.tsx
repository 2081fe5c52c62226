import { useEffect } from 'react';
import { useLive, useLiveState } from '../../../sync/index.js';
import { t } from '../../../texts/index.js';
import { Button } from '../../../ui/button.js';
import { classes } from '../../../ui/classes.js';
import { Spinner } from '../../../ui/spinner.js';
import styles from './message-list.module.css';

interface MoreMessagesProps {
  way: 'older' | 'newer';
  /** The reader is near this end of the loaded range. */
  isNear: boolean;
}

const WORDS = {
  older: {
    load: 'messages.loadEarlierMessages',
    loading: 'messages.loadingEarlierMessages',
    failed: 'messages.earlierMessagesCouldNotBeLoaded',
  },
  newer: {
    load: 'messages.loadLaterMessages',
    loading: 'messages.loadingLaterMessages',
    failed: 'messages.laterMessagesCouldNotBeLoaded',
  },
} as const;

/** At an end of the loaded range: loads the next page when the reader comes near, or by its button. */
export function MoreMessages({ way, isNear }: MoreMessagesProps) {
  const { conversation } = useLive();
  const state = useLiveState(({ live }) => live[way]);
  const words = WORDS[way];
  const load = way === 'older' ? conversation.loadOlder : conversation.loadNewer;
  useEffect(() => {
    if (isNear && state === 'idle') void load();
  }, [isNear, state, load]);
  return (
    <div className={classes(styles.more, styles[way])}>
      {state === 'loading' && <Spinner label={t(words.loading)} />}
      {state === 'failed' && <span>{t(words.failed)}</span>}
      {state !== 'loading' && (
        <Button look="soft" size="small" onPress={() => void load()}>
          {state === 'failed' ? t('common.retry') : t(words.load)}
        </Button>
      )}
    </div>
  );
}
