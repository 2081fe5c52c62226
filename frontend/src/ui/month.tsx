import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Button } from 'react-aria-components/Button';
import {
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
} from 'react-aria-components/Calendar';
import { Heading } from 'react-aria-components/Heading';
import buttonStyles from './button.module.css';
import { classes } from './classes.js';
import styles from './date-time-choice.module.css';

const turn = classes(buttonStyles.button, buttonStyles.icon, buttonStyles.ghost);

/** The content of a calendar: one month with buttons to the others. */
export function Month() {
  return (
    <>
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
        <CalendarGridHeader>
          {(day) => <CalendarHeaderCell className={styles.weekday}>{day}</CalendarHeaderCell>}
        </CalendarGridHeader>
        <CalendarGridBody>{(date) => <CalendarCell date={date} className={styles.day} />}</CalendarGridBody>
      </CalendarGrid>
    </>
  );
}
