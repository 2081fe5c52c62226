import { useEffect, useState } from 'react';
import { serverNow } from '../../../api/server-time.js';
import { t } from '../../../texts/index.js';
import styles from './capsules.module.css';

const SECOND = 1_000;
const DAY = 24 * 60 * 60 * SECOND;

const two = (value: number): string => String(value).padStart(2, '0');

/**
 * Days, and in the last 24 hours the clock, by the server's time. It only shows: the server decides when a capsule opens.
 * `onEnd` asks it.
 */
export function Countdown({ until, onEnd }: { until: string; onEnd: () => void }) {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), SECOND);
    return () => clearInterval(timer);
  }, []);
  const left = Math.max(0, Date.parse(until) - now);
  const isOver = left === 0;
  useEffect(() => {
    if (isOver) onEnd();
  }, [isOver, onEnd]);
  const seconds = Math.floor(left / SECOND);
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor((seconds % 3_600) / 60)];
  return (
    <p className={styles.countdown} role="timer" aria-label={t('capsules.countdownLabel')}>
      {left >= DAY
        ? t('capsules.inDays', { days: Math.ceil(left / DAY) })
        : t('capsules.countdown', { hours: two(hours), minutes: two(minutes), seconds: two(seconds % 60) })}
    </p>
  );
}
