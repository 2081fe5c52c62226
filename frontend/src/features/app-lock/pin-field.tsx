import type { Ref } from 'react';
import { PIN_DIGITS } from '../../platform/app-lock/app-lock-rules.js';
import { TextField } from '../../ui/text-field.js';
import styles from './app-lock.module.css';

interface PinFieldProps {
  label: string;
  name: string;
  value: string;
  onChange: (digits: string) => void;
  onBlur?: () => void;
  description?: string;
  error?: string | null;
  autoFocus?: boolean;
  isReadOnly?: boolean;
  inputRef?: Ref<HTMLInputElement>;
}

/** A masked field for digits, which neither one-time-code autofill nor password managers fill in. */
export function PinField({ onChange, ...props }: PinFieldProps) {
  return (
    <TextField
      {...props}
      type="password"
      inputMode="numeric"
      pattern="[0-9]*"
      autoComplete="off"
      maxLength={PIN_DIGITS.max}
      inputClass={styles.pin}
      onChange={(text) => onChange(text.replaceAll(/\D/g, ''))}
    />
  );
}
