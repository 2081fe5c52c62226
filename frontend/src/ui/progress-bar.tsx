import styles from './progress-bar.module.css';

interface ProgressBarProps {
  done: number;
  total: number;
  label: string;
  /** The state in words, for browsers without the element. */
  words: string;
}

/** A bar from nothing done to all. */
export const ProgressBar = ({ done, total, label, words }: ProgressBarProps) => (
  <progress max={Math.max(total, 1)} value={done} aria-label={label} className={styles.bar}>
    {words}
  </progress>
);
