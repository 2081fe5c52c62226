import { useEffect, useState } from 'react';
import { useFormats } from './formats.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** 'Just now' under an hour, '{n}h ago' under a day, then '{n}d ago'. A future instant (a clock that differs) is now. */
export function relativeAge(at: string, now: number): string {
  const age = now - Date.parse(at);
  if (!(age >= HOUR)) return 'Just now';
  return age < DAY ? `${Math.floor(age / HOUR)}h ago` : `${Math.floor(age / DAY)}d ago`;
}

/** The age of an instant, kept up to date, with the exact time as title. */
export function RelativeTime({ at, className }: { at: string; className?: string | undefined }) {
  const { dateTime } = useFormats();
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE);
    return () => clearInterval(timer);
  }, []);
  return (
    <time dateTime={at} title={dateTime(at)} className={className}>
      {relativeAge(at, now)}
    </time>
  );
}
