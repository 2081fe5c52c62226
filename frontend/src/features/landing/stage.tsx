import { Heart, Lock, Play } from 'lucide-react';
import { t } from '../../texts/index.js';
import { classes } from '../../ui/classes.js';
import styles from './stage.module.css';

const PEAKS = [30, 55, 80, 45, 95, 70, 40, 60, 85, 50, 30, 65, 90, 55, 35, 20];

/** A decorative picture of the product: the two circles, and sample messages between them. */
export function Stage() {
  return (
    <div className={styles.stage} aria-hidden="true">
      <svg className={styles.circles} viewBox="0 0 640 600">
        <circle className={styles.first} cx="250" cy="270" r="205" />
        <circle className={styles.second} cx="415" cy="335" r="205" />
        <path className={styles.overlap} d="M400.2 130.5A205 205 0 0 1 264.8 474.5 205 205 0 0 1 400.2 130.5z" />
      </svg>
      <p className={classes(styles.bubble, styles.theirs, styles.one)}>{t('landing.guessWhoGotTheTickets')}</p>
      <p className={classes(styles.bubble, styles.mine, styles.two)}>
        {t('landing.youDidNot')}
        <span className={styles.reaction}>
          <Heart size={15} fill="currentColor" />
        </span>
      </p>
      <div className={classes(styles.bubble, styles.theirs, styles.voice, styles.three)}>
        <span className={styles.play}>
          <Play size={14} fill="currentColor" />
        </span>
        <svg viewBox="0 0 128 32" className={styles.wave}>
          {PEAKS.map((peak, index) => (
            <rect key={index} x={index * 8} y={16 - peak * 0.15} width="4" height={peak * 0.3} rx="2" />
          ))}
        </svg>
        <span>0:14</span>
      </div>
      <div className={classes(styles.capsule, styles.four)}>
        <Lock size={18} />
        <span>
          <strong>{t('landing.lisbonOneYearOn')}</strong>
          <br />
          {t('landing.opensIn12Days')}
        </span>
      </div>
    </div>
  );
}
