import type { DailyToday } from '@duet/contracts';
import { Flame, Palmtree } from 'lucide-react';
import { dayHere, useFormats } from '../../ui/formats.js';
import styles from './daily.module.css';
import { rhythmWords } from './daily-words.js';

/** How long the two have kept it up; nothing where they have it hidden. */
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
          <Palmtree size={17} aria-hidden /> On holiday until {day(dayHere(holidayUntil))}. {rhythm ? 'Your rhythm waits.' : ''}
        </p>
      )}
    </>
  );
}
