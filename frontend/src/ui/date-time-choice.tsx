import { type CalendarDate, type CalendarDateTime, type Time, toCalendarDate, toCalendarDateTime, toTime } from '@internationalized/date';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Button, Calendar, CalendarCell, CalendarGrid, CalendarGridBody, CalendarGridHeader, CalendarHeaderCell, DateInput, DateSegment, Heading, Label, TimeField } from 'react-aria-components';
import buttonStyles from './button.module.css';
import { classes } from './classes.js';
import styles from './date-time-choice.module.css';
import { useFormats } from './formats.js';

interface DateTimeChoiceProps {
  value: CalendarDateTime;
  onChange: (value: CalendarDateTime) => void;
  /** The first and the last day that can be chosen. */
  first: CalendarDate;
  last: CalendarDate;
  /** Left out, what is usual where the person lives. */
  hourCycle?: 12 | 24 | undefined;
}

const turn = classes(buttonStyles.button, buttonStyles.icon, buttonStyles.ghost);

/** A day in a calendar and a time beside it, written as Settings say. */
export function DateTimeChoice({ value, onChange, first, last, hourCycle }: DateTimeChoiceProps) {
  const { firstDay } = useFormats();
  const choose = (date: CalendarDate, time: Time): void => onChange(toCalendarDateTime(date, time));
  return (
    <div className={styles.choice}>
      <Calendar
        aria-label="Day"
        className={styles.calendar}
        value={toCalendarDate(value)}
        minValue={first}
        maxValue={last}
        firstDayOfWeek={firstDay}
        onChange={(date) => choose(toCalendarDate(date), toTime(value))}
      >
        <header className={styles.head}>
          <Button slot="previous" className={turn}>
            <ChevronLeft size={20} aria-hidden />
          </Button>
          <Heading level={3} className={styles.month} />
          <Button slot="next" className={turn}>
            <ChevronRight size={20} aria-hidden />
          </Button>
        </header>
        <CalendarGrid className={styles.grid}>
          <CalendarGridHeader>{(day) => <CalendarHeaderCell className={styles.weekday}>{day}</CalendarHeaderCell>}</CalendarGridHeader>
          <CalendarGridBody>{(date) => <CalendarCell date={date} className={styles.day} />}</CalendarGridBody>
        </CalendarGrid>
      </Calendar>
      <TimeField className={styles.time} value={toTime(value)} onChange={(time) => time && choose(toCalendarDate(value), time)} granularity="minute" {...(hourCycle && { hourCycle })}>
        <Label className={styles.label}>Time</Label>
        <DateInput className={styles.input}>{(segment) => <DateSegment segment={segment} className={styles.segment} />}</DateInput>
      </TimeField>
    </div>
  );
}
