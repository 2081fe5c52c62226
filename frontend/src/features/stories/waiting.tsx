import type { StoryReadingView } from '@duet/contracts';
import { useNames } from '../../platform/account/names.js';
import { t } from '../../texts/index.js';
import styles from './stories.module.css';

interface WaitingProps {
  reading: StoryReadingView;
  mine: 'stories.choiceWaits' | 'stories.lineWaits' | 'stories.photoWaits';
  theirs: 'stories.partnerChose' | 'stories.partnerWrote' | 'stories.partnerShowed';
}

/** The person who waits at a page, and the one awaited. */
export function Waiting({ reading, mine, theirs }: WaitingProps) {
  const { partner } = useNames();
  if (!reading.mine && !reading.partnerChose) return null;
  return (
    <p role="status" className={styles.soft}>
      {t(reading.mine ? mine : theirs, { partner })}
    </p>
  );
}
