import { CalendarHeart } from 'lucide-react';
import { t } from '../../texts/index.js';
import { useGetStatsQuery } from './stats-api.js';
import styles from './stats.module.css';

/** The couple's day count in a line; nothing until it is loaded. */
export function DaysTogether() {
  const { data } = useGetStatsQuery('couple');
  if (!data) return null;
  return (
    <p className={styles.days}>
      <CalendarHeart size={16} aria-hidden /> {t('stats.togetherForDays', { days: data.daysTogether })}
    </p>
  );
}
