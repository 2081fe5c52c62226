import { useEffect } from 'react';
import { useLive, useLiveState } from '../../api/live-context.js';
import { Button } from '../../ui/button.js';
import { classes } from '../../ui/classes.js';
import { Spinner } from '../../ui/spinner.js';
import styles from './message-list.module.css';

interface MoreMessagesProps {
  way: 'older' | 'newer';
  /** The reader is near to this end of what is loaded. */
  isNear: boolean;
}

const WORDS = {
  older: { load: 'Load earlier messages', loading: 'Loading earlier messages', failed: 'Earlier messages could not be loaded.' },
  newer: { load: 'Load later messages', loading: 'Loading later messages', failed: 'Later messages could not be loaded.' },
} as const;

/** At an end of what is loaded: loads on as soon as the reader comes near; the button is for those who do not scroll. */
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
      {state === 'loading' && <Spinner label={words.loading} />}
      {state === 'failed' && <span>{words.failed}</span>}
      {state !== 'loading' && (
        <Button look="soft" size="small" onPress={() => void load()}>
          {state === 'failed' ? 'Retry' : words.load}
        </Button>
      )}
    </div>
  );
}
