import type { StatsView } from '@duet/contracts';
import { useFormats } from '../../ui/formats.js';
import { Skeleton } from '../../ui/spinner.js';
import { type StatsOf, useGetStatsQuery } from './stats-api.js';
import styles from './stats.module.css';

const LABELS: readonly { key: keyof StatsView; label: string }[] = [
  { key: 'memoriesCreated', label: 'Memories Created' },
  { key: 'messagesSent', label: 'Messages Sent' },
  { key: 'challengesCompleted', label: 'Challenges Completed' },
  { key: 'daysTogether', label: 'Days Together' },
];

export function StatsRow({ of }: { of: StatsOf }) {
  const { data, isError } = useGetStatsQuery(of);
  const { number } = useFormats();
  return (
    <dl className={styles.row} aria-busy={!data && !isError}>
      {LABELS.map(({ key, label }) => (
        <div key={key} className={styles.stat}>
          <dt>{label}</dt>
          <dd>{data ? number(data[key]) : isError ? <span aria-label="not available">–</span> : <Skeleton className={styles.skeleton} />}</dd>
        </div>
      ))}
    </dl>
  );
}
