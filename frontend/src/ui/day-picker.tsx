import type { CalendarDate } from '@internationalized/date';
import { CalendarDays } from 'lucide-react';
import { Button } from 'react-aria-components/Button';
import { Calendar } from 'react-aria-components/Calendar';
import { DateInput, DateSegment } from 'react-aria-components/DateField';
import { DatePicker } from 'react-aria-components/DatePicker';
import { Dialog } from 'react-aria-components/Dialog';
import { FieldError } from 'react-aria-components/FieldError';
import { Group } from 'react-aria-components/Group';
import { Label } from 'react-aria-components/Label';
import { Popover } from 'react-aria-components/Popover';
import { Text } from 'react-aria-components/Text';
import buttonStyles from './button.module.css';
import { classes } from './classes.js';
import styles from './day-field.module.css';
import fieldStyles from './field.module.css';
import { useFormats } from './formats.js';
import { Month } from './month.js';
import overlayStyles from './overlay.module.css';
import { said } from '../texts/index.js';

export interface DayFieldProps {
  label: string;
  description?: string;
  value: CalendarDate | null;
  onChange: (value: CalendarDate | null) => void;
  /** The sentence below the field; its presence makes the field invalid. */
  error?: string | null;
}

/** A date field with segments in the locale's order, and a calendar. */
export function DayPicker({ label, description, value, onChange, error = null }: DayFieldProps) {
  const { firstDay } = useFormats();
  return (
    <DatePicker
      value={value}
      onChange={onChange}
      validationBehavior="aria"
      isInvalid={error !== null}
      shouldForceLeadingZeros
      className={fieldStyles.field}
    >
      <Label className={fieldStyles.label}>{label}</Label>
      <Group className={styles.input}>
        <DateInput className={styles.segments}>
          {(segment) => <DateSegment segment={segment} className={styles.segment} />}
        </DateInput>
        <Button className={classes(buttonStyles.button, buttonStyles.icon, buttonStyles.ghost, styles.open)}>
          <CalendarDays size={20} aria-hidden />
        </Button>
      </Group>
      {description !== undefined && (
        <Text slot="description" className={fieldStyles.description}>
          {description}
        </Text>
      )}
      <FieldError className={fieldStyles.error}>{error && said(error)}</FieldError>
      <Popover className={overlayStyles.popover}>
        <Dialog className={styles.calendar}>
          <Calendar firstDayOfWeek={firstDay}>
            <Month />
          </Calendar>
        </Dialog>
      </Popover>
    </DatePicker>
  );
}
