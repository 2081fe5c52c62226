import { t } from '../../texts/index.js';
import { Banner } from '../../ui/banner.js';
import { Button } from '../../ui/button.js';
import { Skeleton } from '../../ui/spinner.js';
import styles from './goals.module.css';

/** Stands in for goals that are loading, or that could not be loaded. */
export function LoadState({ isError, onRetry }: { isError: boolean; onRetry: () => void }) {
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
      {t('goals.couldNotBeLoaded')}
    </Banner>
  );
}
