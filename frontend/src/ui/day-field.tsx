import type { CalendarDate } from '@internationalized/date';
import { DateField, DateInput, DateSegment, FieldError, Label } from 'react-aria-components';
import styles from './day-field.module.css';

interface DayFieldProps {
  label: string;
  value: CalendarDate | null;
  onChange: (value: CalendarDate | null) => void;
  /** The sentence below the field; its presence makes the field invalid. */
  error?: string | null;
}

/** A day, typed part by part in the person's own order. */
export function DayField({ label, value, onChange, error = null }: DayFieldProps) {
  return (
    <DateField value={value} onChange={onChange} validationBehavior="aria" isInvalid={error !== null} shouldForceLeadingZeros className={styles.field}>
      <Label className={styles.label}>{label}</Label>
      <DateInput className={styles.input}>{(segment) => <DateSegment segment={segment} className={styles.segment} />}</DateInput>
      <FieldError className={styles.error}>{error}</FieldError>
    </DateField>
  );
}
