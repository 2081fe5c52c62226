import { type CalendarDate, parseDate } from '@internationalized/date';
import type { ImportantDateView } from '@duet/contracts';
import { REMIND_DAYS_BEFORE, rules } from '@duet/contracts/plain';
import { type FormEvent, useState } from 'react';
import { useSession } from '../../platform/session/session.js';
import { createTypedState } from '../../platform/app-lock/typed-state.js';
import { t } from '../../texts/index.js';
import { ErrorBanners } from '../../ui/error-banners.js';
import { Button } from '../../ui/button.js';
import { DayField } from '../../ui/day-field.js';
import { DialogActions } from '../../ui/dialog.js';
import { TextField } from '../../ui/text-field.js';
import { Choices, Switch } from '../../ui/toggle.js';
import type { DateDraft } from './dates-api.js';
import styles from './dates.module.css';

interface DateFormProps {
  /** The date to change; null for a new one. */
  current: ImportantDateView | null;
  /** The title of a new one before the person writes. */
  firstTitle?: string;
  problems: string[];
  isPending: boolean;
  onSave: (draft: DateDraft) => void;
  onCancel: () => void;
}

const reminderOptions = () =>
  REMIND_DAYS_BEFORE.map((days) => ({ value: String(days), label: t('dates.remindDays', { days }) }));

const NEW = { date: null, yearly: false, remindDaysBefore: [0], private: false };

interface Draft {
  title: string;
  day: CalendarDate | null;
  yearly: boolean;
  reminders: string[];
  isPrivate: boolean;
}

const draftOf = (given: Omit<DateDraft, 'date'> & { date: string | null }): Draft => ({
  title: given.title,
  day: given.date === null ? null : parseDate(given.date),
  yearly: given.yearly,
  reminders: given.remindDaysBefore.map(String),
  isPrivate: given.private,
});

const useDraft = createTypedState<Draft>();

export function DateForm({ current, firstTitle = '', problems, isPending, onSave, onCancel }: DateFormProps) {
  const self = useSession().user?._id;
  const place = current ? `${current.id}/${current.version}` : `new/${firstTitle}`;
  const [draft, setDraft] = useDraft(place, () => draftOf(current ?? { ...NEW, title: firstTitle }));
  const change = (part: Partial<Draft>): void => setDraft({ ...draft, ...part });
  const { title, day, yearly, reminders, isPrivate } = draft;
  const [isAsked, setAsked] = useState(false);
  const date = day?.toString() ?? '';
  const [wrongTitle, wrongDate] = [rules.dateTitle(title), rules.calendarDate(date)];
  // Only the creator decides whether it is private.
  const maySecret = current === null || current.createdBy === self;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setAsked(true);
    if (wrongTitle !== null || wrongDate !== null) return;
    onSave({ title: title.trim(), date, yearly, remindDaysBefore: reminders.map(Number), private: isPrivate });
  };
  return (
    <form onSubmit={submit} noValidate className={styles.form}>
      <ErrorBanners messages={problems} />
      <TextField
        label={t('dates.title')}
        placeholder={t('dates.ourTripToRome')}
        value={title}
        onChange={(value) => change({ title: value })}
        error={isAsked ? wrongTitle : null}
        isRequired
        autoFocus={current === null}
      />
      <DayField
        label={t('dates.day')}
        value={day}
        onChange={(value) => change({ day: value })}
        error={isAsked ? wrongDate : null}
      />
      <Switch
        label={t('dates.everyYear')}
        description={t('dates.birthdaysAndOtherDaysThatCome')}
        isSelected={yearly}
        onChange={(value) => change({ yearly: value })}
      />
      <Choices
        label={t('dates.remindBefore')}
        values={reminders}
        options={reminderOptions()}
        onChange={(value) => change({ reminders: value })}
      />
      {maySecret && (
        <Switch
          label={t('dates.onlyForMe')}
          description={t('dates.aSurpriseYourPartnerNeitherSees')}
          isSelected={isPrivate}
          onChange={(value) => change({ isPrivate: value })}
        />
      )}
      <DialogActions>
        <Button onPress={onCancel}>{t('common.cancel')}</Button>
        <Button type="submit" look="primary" isPending={isPending}>
          {t('dates.saveDate')}
        </Button>
      </DialogActions>
    </form>
  );
}
