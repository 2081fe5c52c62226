import type { SessionView } from '@duet/contracts';
import { showFailure } from '../../api/show-failure.js';
import { t } from '../../texts/index.js';
import { Button } from '../../ui/button.js';
import { useFormats } from '../../ui/formats.js';
import { LoadState } from '../../ui/load-state.js';
import { RelativeTime } from '../../ui/relative-time.js';
import { Skeleton } from '../../ui/spinner.js';
import { useEndOtherSessionsMutation, useEndSessionMutation, useGetSessionsQuery } from './auth-api.js';
import styles from './session-list.module.css';

/** The device in the page's language. An earlier build of the server names no parts. */
function deviceWords({ device, browser, system }: SessionView): string {
  if (browser === undefined) return device;
  return browser && system
    ? t('auth.browserOnSystem', { browser, system })
    : (browser ?? system ?? t('auth.unknownDevice'));
}

/** The account's sessions, each with Sign out. */
export function SessionList() {
  const { data: sessions, isError, refetch } = useGetSessionsQuery();
  const { country } = useFormats();
  const [end, ending] = useEndSessionMutation();
  const [endOthers, endingOthers] = useEndOtherSessionsMutation();
  const showProblem = ({ error }: { error?: unknown }): void => {
    if (error) showFailure(error);
  };
  return (
    <section className={styles.list} aria-labelledby="sessions-title">
      <h3 id="sessions-title">{t('auth.signedInDevices')}</h3>
      {isError && <LoadState isError onRetry={() => void refetch()} failure={t('auth.theDevicesCouldNotBeLoaded')} />}
      {!sessions && !isError && <Skeleton className={styles.skeleton} />}
      <ul>
        {sessions?.map((session) => (
          <li key={session.id} className={styles.row}>
            <div className={styles.words}>
              <p className={styles.device}>{deviceWords(session)}</p>
              <p className={styles.soft}>
                {session.country !== null && `${country(session.country)} · `}
                {session.ip} · {session.current ? t('auth.thisDevice') : <RelativeTime at={session.lastUsedAt} />}
              </p>
            </div>
            {!session.current && (
              <Button
                size="small"
                aria-label={t('auth.signOutDevice', { device: deviceWords(session) })}
                onPress={() => void end(session.id).then(showProblem)}
                isPending={ending.isLoading && ending.originalArgs === session.id}
              >
                {t('common.signOut')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {sessions && sessions.length > 1 && (
        <Button
          look="dangerQuiet"
          onPress={() => void endOthers().then(showProblem)}
          isPending={endingOthers.isLoading}
        >
          {t('auth.signOutAllOtherDevices')}
        </Button>
      )}
    </section>
  );
}
