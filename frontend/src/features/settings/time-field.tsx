import { useState } from 'react';
import { TextField } from '../../ui/text-field.js';
import styles from './settings.module.css';

interface TimeFieldProps {
  label: string;
  value: string;
  isDisabled: boolean;
  onChange: (value: string) => void;
}

/** A time of day, saved on blur so that an incomplete time is never saved. An emptied field is reset. */
export function TimeField({ label, value, isDisabled, onChange }: TimeFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const leave = (): void => {
    if (typed !== null && /^\d{2}:\d{2}$/.test(typed) && typed !== value) onChange(typed);
    setTyped(null);
  };
  return (
    <TextField
      label={label}
      type="time"
      value={typed ?? value}
      onChange={setTyped}
      onBlur={leave}
      isDisabled={isDisabled}
      className={styles.time ?? ''}
    />
  );
}
