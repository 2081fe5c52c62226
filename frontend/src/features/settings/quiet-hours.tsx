import type { QuietHours as Hours } from '@duet/contracts';
import { Switch } from '../../ui/toggle.js';
import styles from './settings.module.css';
import { TimeField } from './time-field.js';

/** For the mails, which no device sends. */
const ownTimezone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

interface QuietHoursProps {
  quietHours: Hours;
  isDisabled: boolean;
  onChange: (change: Partial<Hours>) => void;
}

/** From one time of the day to another nothing is heard; what waits by mail comes afterwards. */
export function QuietHours({ quietHours, isDisabled, onChange }: QuietHoursProps) {
  const save = (change: Partial<Hours>): void => onChange({ ...change, timezone: ownTimezone() });
  return (
    <fieldset className={styles.group}>
      <legend>Quiet hours</legend>
      <Switch
        label="Nothing is heard at night"
        description="No pop-ups, no sound; mails wait until the hours are over."
        isSelected={quietHours.enabled}
        isDisabled={isDisabled}
        onChange={(enabled) => save({ enabled })}
      />
      {quietHours.enabled && (
        <div className={styles.times}>
          <TimeField label="From" value={quietHours.from} isDisabled={isDisabled} onChange={(from) => save({ from })} />
          <TimeField label="To" value={quietHours.to} isDisabled={isDisabled} onChange={(to) => save({ to })} />
        </div>
      )}
    </fieldset>
  );
}
