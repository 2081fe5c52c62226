import { useKeptShown } from '../../platform/kept/kept-shown.js';
import { useSession } from '../../platform/session/session.js';
import { useStartUp } from '../../platform/session/start-up.js';
import { useConnection } from '../../sync/index.js';
import { t } from '../../texts/index.js';
import { Button } from '../../ui/button.js';
import styles from './layout.module.css';

/** One line on every page while the server is away: what one sees, and a way to try again. */
export function ServerAway() {
  const { status } = useSession();
  const isKeptShown = useKeptShown();
  const startUp = useStartUp();
  const { state, isTrying, reconnect } = useConnection();
  if (status === 'waiting')
    return (
      <Line isTrying={startUp.isTrying} onRetry={startUp.retry}>
        {isKeptShown ? t('app.awayWithKept') : t('app.duetCannotBeReachedRightNow')}
      </Line>
    );
  if (status === 'authenticated' && state === 'gaveUp')
    return (
      <Line isTrying={isTrying} onRetry={reconnect}>
        {t('app.awayMeanwhile')}
      </Line>
    );
  return null;
}

function Line({ isTrying, onRetry, children }: { isTrying: boolean; onRetry: () => void; children: string }) {
  return (
    <div role="status" className={styles.away}>
      <p>{children}</p>
      <Button look="ghost" size="small" isPending={isTrying} onPress={onRetry}>
        {t('common.tryNow')}
      </Button>
    </div>
  );
}
