import type { QuietHours as Hours } from '@duet/contracts';
import { useState } from 'react';
import { TextField } from '../../ui/text-field.js';
import { Switch } from '../../ui/toggle.js';
import styles from './settings.module.css';

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

interface TimeFieldProps {
  label: string;
  value: string;
  isDisabled: boolean;
  onChange: (value: string) => void;
}

/** Saved when it is left, so that half a time is none. An emptied field goes back. */
function TimeField({ label, value, isDisabled, onChange }: TimeFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const leave = (): void => {
    if (typed !== null && /^\d{2}:\d{2}$/.test(typed) && typed !== value) onChange(typed);
    setTyped(null);
  };
  return <TextField label={label} type="time" value={typed ?? value} onChange={setTyped} onBlur={leave} isDisabled={isDisabled} className={styles.time ?? ''} />;
}
