import type { StatsView } from '@duet/contracts';
import { type PlainTextKey, t } from '../../texts/index.js';
import { useFormats } from '../../ui/formats.js';
import { Skeleton } from '../../ui/spinner.js';
import { type StatsOf, useGetStatsQuery } from './stats-api.js';
import styles from './stats.module.css';

const LABELS: readonly { key: keyof StatsView; label: PlainTextKey }[] = [
  { key: 'memoriesCreated', label: 'stats.memoriesCreated' },
  { key: 'messagesSent', label: 'stats.messagesSent' },
  { key: 'challengesCompleted', label: 'stats.challengesCompleted' },
  { key: 'daysTogether', label: 'stats.daysTogether' },
];

export function StatsRow({ of }: { of: StatsOf }) {
  const { data, isError } = useGetStatsQuery(of);
  const { number } = useFormats();
  return (
    <div className={styles.frame}>
      <dl className={styles.row} aria-busy={!data && !isError}>
        {LABELS.map(({ key, label }) => (
          <div key={key} className={styles.stat}>
            <dt>{t(label)}</dt>
            <dd>
              {data ? (
                number(data[key])
              ) : isError ? (
                <span aria-label={t('stats.notAvailable')}>–</span>
              ) : (
                <Skeleton className={styles.skeleton} />
              )}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
