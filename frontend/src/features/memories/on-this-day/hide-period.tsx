import { type CalendarDate, parseDate } from '@internationalized/date';
import { lastDayRule, rules } from '@duet/contracts/plain';
import { type FormEvent, useState } from 'react';
import { Button } from '../../../ui/button.js';
import { DayField } from '../../../ui/day-field.js';
import { Dialog, DialogActions } from '../../../ui/dialog.js';
import styles from './on-this-day.module.css';

interface HidePeriodProps {
  /** The day that it begins with; null while nobody asks. */
  day: string | null;
  onClose: () => void;
  onHide: (period: { from: string; to: string }) => Promise<void>;
}

/** Asks which days are not to be shown again. */
export function HidePeriod({ day, onClose, onHide }: HidePeriodProps) {
  return (
    <Dialog title="Hide a period" isOpen={day !== null} onClose={onClose}>
      {day !== null && (
        <PeriodForm
          day={parseDate(day)}
          onClose={onClose}
          onHide={(period) => {
            onClose();
            void onHide(period);
          }}
        />
      )}
    </Dialog>
  );
}

interface PeriodFormProps {
  day: CalendarDate;
  onClose: () => void;
  onHide: (period: { from: string; to: string }) => void;
}

function PeriodForm({ day, onClose, onHide }: PeriodFormProps) {
  const [first, setFirst] = useState<CalendarDate | null>(day);
  const [last, setLast] = useState<CalendarDate | null>(day);
  const [isAsked, setAsked] = useState(false);
  const [from, to] = [first?.toString() ?? '', last?.toString() ?? ''];
  const [wrongFrom, wrongTo] = [rules.day(from), lastDayRule(from)(to)];
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setAsked(true);
    if (wrongFrom === null && wrongTo === null) onHide({ from, to });
  };
  return (
    <form onSubmit={submit} noValidate className={styles.form}>
      <p>Nothing of these days is shown to you again. Your partner still sees it.</p>
      <div className={styles.days}>
        <DayField label="First day" value={first} onChange={setFirst} error={isAsked ? wrongFrom : null} />
        <DayField label="Last day" value={last} onChange={setLast} error={isAsked ? wrongTo : null} />
      </div>
      <DialogActions>
        <Button onPress={onClose}>Cancel</Button>
        <Button type="submit" look="primary">
          Hide
        </Button>
      </DialogActions>
    </form>
  );
}
