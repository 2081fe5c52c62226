import { useContext } from 'react';
import { t } from '../texts/index.js';
import { AwayContext } from './away.js';
import { Banner } from './banner.js';
import { Button } from './button.js';
import { Skeleton } from './spinner.js';
import styles from './pieces.module.css';

export interface LoadStateProps {
  isError: boolean;
  onRetry: () => void;
  /** The sentence for data that could not be loaded. */
  failure: string;
}

/** Stands in for data that are loading, or that could not be loaded. */
export function LoadState({ isError, onRetry, failure }: LoadStateProps) {
  const isAway = useContext(AwayContext);
  if (isAway) return <p className={styles.away}>{t('common.notKept')}</p>;
  if (!isError) return <Skeleton className={styles.loading} />;
  return (
    <Banner
      tone="error"
      action={
        <Button look="ghost" size="small" onPress={onRetry}>
          {t('common.retry')}
        </Button>
      }
    >
      {failure}
    </Banner>
  );
}
