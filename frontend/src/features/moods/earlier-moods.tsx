import type { MoodView } from '@duet/contracts';
import { useNames } from '../../platform/account/names.js';
import { t } from '../../texts/index.js';
import { useFormats } from '../../ui/formats.js';
import { MoodLine } from './mood-line.js';
import styles from './moods.module.css';

/** A day has no time zone; the device's noon of it is on that day. */
const noonOf = (day: string): string => `${day}T12:00:00`;

/** The moods of the last days under their days. */
export function EarlierMoods({ moods }: { moods: MoodView[] }) {
  const { nameOf } = useNames();
  const { day } = useFormats();
  if (moods.length === 0) return null;
  return (
    <details className={styles.earlier}>
      <summary>{t('moods.earlier')}</summary>
      <ol className={styles.days}>
        {[...new Set(moods.map((mood) => mood.day))].map((key) => (
          <li key={key}>
            <p className={styles.soft}>{day(noonOf(key))}</p>
            {moods
              .filter((mood) => mood.day === key)
              .map((mood) => (
                <MoodLine key={mood.userId} name={nameOf(mood.userId)} mood={mood} />
              ))}
          </li>
        ))}
      </ol>
    </details>
  );
}
