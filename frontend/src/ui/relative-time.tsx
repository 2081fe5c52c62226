import { useEffect, useState } from 'react';
import { t } from '../texts/index.js';
import { useFormats } from './formats.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The smallest unit that an age counts. The age of a partner request counts no minutes. */
type Finest = 'minutes' | 'hours';

/**
 * 'Just now' under one of the finest unit, '{n}m ago' under an hour, '{n}h ago' under a day, then '{n}d ago'. A future
 * instant (clock skew) is 'Just now'.
 */
export function relativeAge(at: string, now: number, finest: Finest): string {
  const age = now - Date.parse(at);
  if (!(age >= (finest === 'minutes' ? MINUTE : HOUR))) return t('ui.justNow');
  if (age < HOUR) return t('ui.minutesAgo', { minutes: Math.floor(age / MINUTE) });
  return age < DAY
    ? t('ui.hoursAgo', { hours: Math.floor(age / HOUR) })
    : t('ui.daysAgo', { days: Math.floor(age / DAY) });
}

interface RelativeTimeProps {
  at: string;
  finest?: Finest;
  className?: string | undefined;
}

/** The age of an instant, updated every minute, with the exact time as title. */
export function RelativeTime({ at, finest = 'minutes', className }: RelativeTimeProps) {
  const { dateTime } = useFormats();
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE);
    return () => clearInterval(timer);
  }, []);
  return (
    <time dateTime={at} title={dateTime(at)} className={className}>
      {relativeAge(at, now, finest)}
    </time>
  );
}
