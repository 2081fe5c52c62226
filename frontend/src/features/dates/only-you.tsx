import { Lock } from 'lucide-react';
import { t } from '../../texts/index.js';
import styles from './dates.module.css';

/** Marks a date that the partner does not see. */
export function OnlyYou() {
  return (
    <span className={styles.secret}>
      <Lock size={13} aria-hidden />
      {t('dates.onlyYouSeeThis')}
    </span>
  );
}
