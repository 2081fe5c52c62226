import type { DailyToday } from '@duet/contracts';
import { Flame, Palmtree } from 'lucide-react';
import { t } from '../../texts/index.js';
import { dayHere, useFormats } from '../../ui/formats.js';
import styles from './daily.module.css';
import { rhythmWords } from './daily-words.js';

/** The couple's rhythm; empty if they hide it. */
export function RhythmLine({ rhythm, holidayUntil }: Pick<DailyToday, 'rhythm' | 'holidayUntil'>) {
  const { day } = useFormats();
  return (
    <>
      {rhythm && (
        <p className={styles.rhythm}>
          <Flame size={17} aria-hidden /> {rhythmWords(rhythm)}
        </p>
      )}
      {holidayUntil !== null && (
        <p className={styles.rhythm}>
          <Palmtree size={17} aria-hidden /> {t('dailyQuestion.onHolidayUntil', { day: day(dayHere(holidayUntil)) })}{' '}
          {rhythm ? t('dailyQuestion.yourRhythmWaits') : ''}
        </p>
      )}
    </>
  );
}
