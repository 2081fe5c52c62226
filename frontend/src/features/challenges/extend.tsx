import type { CalendarDate } from '@internationalized/date';
import type { ChallengeView } from '@duet/contracts';
import { type FormEvent, useState } from 'react';
import { t } from '../../texts/index.js';
import { Button, type ButtonLook } from '../../ui/button.js';
import { DayField } from '../../ui/day-field.js';
import { Dialog, DialogActions } from '../../ui/dialog.js';
import { useFormats } from '../../ui/formats.js';
import { attempt } from '../../api/attempt.js';
import { useCoupleCalendar } from '../../platform/account/couple-calendar.js';
import { createTypedState } from '../../platform/app-lock/typed-state.js';
import { useExtendChallengeMutation } from './challenges-api.js';
import styles from './challenge.module.css';

/** The days that a new last day suggests beyond today. */
const A_WEEK = 7;

interface ExtendProps {
  challenge: ChallengeView;
  look?: ButtonLook;
}

/** The button that moves the last day, with its dialog. */
export function Extend({ challenge, look = 'secondary' }: ExtendProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button look={look} onPress={() => setOpen(true)}>
        {t('challenges.extend')}
      </Button>
      <ExtendDialog challenge={challenge} isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}

interface ExtendDialogProps {
  challenge: ChallengeView;
  isOpen: boolean;
  onClose: () => void;
}

export function ExtendDialog({ challenge, isOpen, onClose }: ExtendDialogProps) {
  return (
    <Dialog title={t('challenges.extendTitle')} isOpen={isOpen} onClose={onClose}>
      <ExtendForm challenge={challenge} onClose={onClose} />
    </Dialog>
  );
}

const useDay = createTypedState<CalendarDate | null>();

/** Mounted only while the dialog is open. */
function ExtendForm({ challenge: { _id: id, dueAt }, onClose }: Omit<ExtendDialogProps, 'isOpen'>) {
  const { zone, today, endOf, dayOf } = useCoupleCalendar();
  const { dateIn } = useFormats();
  const [extend, { isLoading }] = useExtendChallengeMutation();
  const [isAsked, setAsked] = useState(false);
  const present = dayOf(dueAt) ?? today();
  const earliest = present.compare(today()) < 0 ? today() : present;
  const [day, setDay] = useDay(`${id}/${dueAt}`, () => earliest.add({ days: A_WEEK }));
  const wrong =
    !day || day.compare(earliest) <= 0
      ? t('challenges.chooseLaterDay', { date: dateIn(earliest.toDate(zone), zone) })
      : null;
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setAsked(true);
    if (day && wrong === null && (await attempt(extend({ id, dueAt: endOf(day) })))) onClose();
  };
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className={styles.form}>
      <DayField label={t('challenges.newDueDay')} value={day} onChange={setDay} error={isAsked ? wrong : null} />
      <DialogActions>
        <Button onPress={onClose}>{t('common.cancel')}</Button>
        <Button type="submit" look="primary" isPending={isLoading}>
          {t('challenges.extendSave')}
        </Button>
      </DialogActions>
    </form>
  );
}
