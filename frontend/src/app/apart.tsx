import styles from './app.module.css';

/** Two circles apart; decoration. */
export const Apart = () => (
  <svg className={styles.apart} viewBox="0 0 176 80" aria-hidden="true">
    <circle cx="38" cy="40" r="34" fill="var(--accent)" />
    <circle
      cx="138"
      cy="40"
      r="32.5"
      fill="none"
      stroke="var(--honey)"
      strokeWidth="3"
      strokeDasharray="2 9"
      strokeLinecap="round"
    />
  </svg>
);
