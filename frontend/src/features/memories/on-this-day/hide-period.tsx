import { type CalendarDate, parseDate } from '@internationalized/date';
import { lastDayRule, rules } from '@duet/contracts/plain';
import { type FormEvent, useState } from 'react';
import { createTypedState } from '../../../platform/app-lock/typed-state.js';
import { t } from '../../../texts/index.js';
import { Button } from '../../../ui/button.js';
import { DayField } from '../../../ui/day-field.js';
import { Dialog, DialogActions } from '../../../ui/dialog.js';
import styles from './on-this-day.module.css';

interface HidePeriodProps {
  /** The initial day; null while the dialog is closed. */
  day: string | null;
  isOpen: boolean;
  onClose: () => void;
  onHide: (period: { from: string; to: string }) => Promise<void>;
}

/** Asks for the days to hide. */
export function HidePeriod({ day, isOpen, onClose, onHide }: HidePeriodProps) {
  return (
    <Dialog title={t('memories.hideAPeriod')} isOpen={isOpen} onClose={onClose}>
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

const useDays = createTypedState<{ first: CalendarDate | null; last: CalendarDate | null }>();

function PeriodForm({ day, onClose, onHide }: PeriodFormProps) {
  const [{ first, last }, setDays] = useDays(day.toString(), { first: day, last: day });
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
      <p>{t('memories.nothingOfTheseDaysIsShown')}</p>
      <div className={styles.days}>
        <DayField
          label={t('memories.firstDay')}
          value={first}
          onChange={(next) => setDays({ first: next, last })}
          error={isAsked ? wrongFrom : null}
        />
        <DayField
          label={t('memories.lastDay')}
          value={last}
          onChange={(next) => setDays({ first, last: next })}
          error={isAsked ? wrongTo : null}
        />
      </div>
      <DialogActions>
        <Button onPress={onClose}>{t('common.cancel')}</Button>
        <Button type="submit" look="primary">
          {t('memories.hide')}
        </Button>
      </DialogActions>
    </form>
  );
}
