import type { MoodView } from '@duet/contracts';
import type { ReactNode } from 'react';
import { t } from '../../texts/index.js';
import { MOOD_WORDS } from './mood-words.js';
import styles from './moods.module.css';

/** One person's mood with its note. `children` stand at its end. */
export function MoodLine({
  name,
  mood: { mood, note },
  children,
}: {
  name: string;
  mood: MoodView;
  children?: ReactNode;
}) {
  const { label, icon: Icon } = MOOD_WORDS[mood];
  return (
    <div className={styles.line}>
      <span className={styles.face}>
        <Icon size={20} aria-hidden />
      </span>
      <div className={styles.words}>
        <p>
          <bdi className={styles.name}>{name}</bdi> <span>{t(label)}</span>
        </p>
        {note !== '' && (
          <p className={styles.note} dir="auto">
            {note}
          </p>
        )}
      </div>
      {children}
    </div>
  );
}
