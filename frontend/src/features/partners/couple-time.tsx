import { Moon, Sun } from 'lucide-react';
import { t } from '../../texts/index.js';
import { useFormats } from '../../ui/formats.js';
import { useExpiring } from '../../ui/use-expiring.js';
import styles from './partners.module.css';

const MINUTE = 60_000;
const [NIGHT_FROM, NIGHT_UNTIL] = [22, 6];

const minuteAt = (now: number): { now: number; until: number } => ({
  now,
  until: (Math.floor(now / MINUTE) + 1) * MINUTE,
});

/** Whether the hour of an instant is one of the night, in this time zone. */
export function isNightIn(timeZone: string, at: number): boolean {
  const hour = Number(new Intl.DateTimeFormat('en', { hour: 'numeric', hourCycle: 'h23', timeZone }).format(at));
  return hour >= NIGHT_FROM || hour < NIGHT_UNTIL;
}

/** The time in the zone that the two share, and whether it is night there. */
export function CoupleTime({ timezone }: { timezone: string }) {
  const { now } = useExpiring(minuteAt);
  const { timeIn } = useFormats();
  const isNight = isNightIn(timezone, now);
  const Icon = isNight ? Moon : Sun;
  const shown = { time: timeIn(now, timezone), zone: timezone.replaceAll('_', ' ') };
  return (
    <p className={styles.fact}>
      <Icon size={16} aria-hidden />
      {isNight ? t('partners.sharedTimeAtNight', shown) : t('partners.sharedTime', shown)}
    </p>
  );
}
