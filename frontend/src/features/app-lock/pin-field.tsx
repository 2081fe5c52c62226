import type { Ref } from 'react';
import { PIN_DIGITS } from '../../api/app-lock-rules.js';
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

/** Digits that nobody reads along, on the keyboard of a telephone. It is no code from a message, and no password to be kept. */
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
