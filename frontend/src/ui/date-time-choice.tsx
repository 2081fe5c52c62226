import {
  type CalendarDate,
  type CalendarDateTime,
  type Time,
  toCalendarDate,
  toCalendarDateTime,
  toTime,
} from '@internationalized/date';
import { Calendar } from 'react-aria-components/Calendar';
import { DateInput, DateSegment } from 'react-aria-components/DateField';
import { Label } from 'react-aria-components/Label';
import { TimeField } from 'react-aria-components/TimeField';
import { t } from '../texts/index.js';
import styles from './date-time-choice.module.css';
import { useFormats } from './formats.js';
import { Month } from './month.js';

interface DateTimeChoiceProps {
  value: CalendarDateTime;
  onChange: (value: CalendarDateTime) => void;
  /** The first selectable day. */
  first: CalendarDate;
  last: CalendarDate;
  /** Without it, the locale's. */
  hourCycle?: 12 | 24 | undefined;
}

/** A calendar and a time field, in the user's formats. */
export function DateTimeChoice({ value, onChange, first, last, hourCycle }: DateTimeChoiceProps) {
  const { firstDay } = useFormats();
  const choose = (date: CalendarDate, time: Time): void => onChange(toCalendarDateTime(date, time));
  return (
    <div className={styles.choice}>
      <Calendar
        aria-label={t('ui.day')}
        className={styles.calendar}
        value={toCalendarDate(value)}
        minValue={first}
        maxValue={last}
        firstDayOfWeek={firstDay}
        onChange={(date) => choose(toCalendarDate(date), toTime(value))}
      >
        <Month />
      </Calendar>
      <TimeField
        className={styles.time}
        value={toTime(value)}
        onChange={(time) => time && choose(toCalendarDate(value), time)}
        granularity="minute"
        {...(hourCycle && { hourCycle })}
      >
        <Label className={styles.label}>{t('ui.time')}</Label>
        <DateInput className={styles.input}>
          {(segment) => <DateSegment segment={segment} className={styles.segment} />}
        </DateInput>
      </TimeField>
    </div>
  );
}
