import type { ReactNode } from 'react';
import { t } from '../texts/index.js';
import { Logo } from '../ui/logo.js';
import styles from './app.module.css';

/** The screen while Duet loads. */
export function Splash({ note }: { note?: ReactNode }) {
  return (
    <div className={styles.splash}>
      <div role="status" aria-label={t('app.loadingDuet')}>
        <Logo size={56} />
      </div>
      {note}
    </div>
  );
}
