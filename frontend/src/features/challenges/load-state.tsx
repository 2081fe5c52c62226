import { t } from '../../texts/index.js';
import { Banner } from '../../ui/banner.js';
import { Button } from '../../ui/button.js';
import { Skeleton } from '../../ui/spinner.js';
import styles from './challenges.module.css';

interface LoadStateProps {
  isError: boolean;
  onRetry: () => void;
  failure?: string;
}

/** Stands in for data that are loading, or that could not be loaded. */
export function LoadState({ isError, onRetry, failure = t('challenges.couldNotBeLoaded') }: LoadStateProps) {
  if (!isError) return <Skeleton className={styles.skeleton} />;
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
