import type { CalendarDate } from '@internationalized/date';
import type { GoalView } from '@duet/contracts';
import { LIMITS, rules } from '@duet/contracts/plain';
import { type FormEvent, useState } from 'react';
import { editRefusal } from '../../api/edit-refusal.js';
import { createTypedState } from '../../platform/app-lock/typed-state.js';
import { t } from '../../texts/index.js';
import { Banner } from '../../ui/banner.js';
import { Button } from '../../ui/button.js';
import { DayField } from '../../ui/day-field.js';
import { Dialog, DialogActions } from '../../ui/dialog.js';
import { TextArea } from '../../ui/text-area.js';
import { TextField } from '../../ui/text-field.js';
import { editedVersion } from '../../ui/edited-version.js';
import { useDays } from './goal-day.js';
import { useChangeGoalMutation } from './goals-api.js';
import styles from './goals.module.css';

interface EditProps {
  goal: GoalView;
  isOpen: boolean;
  onClose: () => void;
}

interface Draft extends Pick<GoalView, 'title' | 'why'> {
  /** The goal as it was when the dialog opened. */
  opened: GoalView;
  day: CalendarDate | null;
}

const useDraft = createTypedState<Draft>();

/** Changes the words and the day of a goal. */
export function EditGoal({ goal, isOpen, onClose }: EditProps) {
  return (
    <Dialog title={t('goals.change')} isOpen={isOpen} onClose={onClose}>
      <EditForm goal={goal} onClose={onClose} />
    </Dialog>
  );
}

/** Mounted only while the dialog is open: it keeps what is typed when the goal changes meanwhile. */
function EditForm({ goal, onClose }: Omit<EditProps, 'isOpen'>) {
  const [change, { isLoading }] = useChangeGoalMutation();
  const { dayOf, endOf, wrongDay } = useDays();
  const [draft, setDraft] = useDraft(goal._id, {
    opened: goal,
    title: goal.title,
    why: goal.why,
    day: dayOf(goal.dueAt),
  });
  const { opened, title, why, day } = draft;
  const version = editedVersion(goal, opened, ['title', 'why', 'dueAt']);
  const [problem, setProblem] = useState<string | null>(null);
  const dueAt = day && endOf(day);
  const isSameDay = dueAt === goal.dueAt;
  const wrongDue = goal.type === 'date' && day === null ? t('goals.chooseDay') : isSameDay ? null : wrongDay(day);
  const wrongTitle = rules.dateTitle(title);
  const save = async (): Promise<void> => {
    const words = { title: title.trim(), why: why.trim() };
    const given = { id: goal._id, version, ...words, ...(!isSameDay && { dueAt }) };
    const { error } = await change(given);
    if (!error) return onClose();
    setProblem(editRefusal(error, t('goals.changedMeanwhile')));
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (wrongTitle === null && wrongDue === null && [...why].length <= LIMITS.goalWhyLength) void save();
  };
  return (
    <form onSubmit={submit} noValidate className={styles.form}>
      {problem !== null && <Banner tone="error">{problem}</Banner>}
      <TextField
        label={t('goals.title')}
        value={title}
        onChange={(value) => setDraft({ ...draft, title: value })}
        error={wrongTitle}
        isRequired
      />
      <TextArea
        label={t('goals.why')}
        value={why}
        onChange={(value) => setDraft({ ...draft, why: value })}
        limit={LIMITS.goalWhyLength}
        rows={2}
      />
      <DayField
        label={t(goal.type === 'date' ? 'goals.day' : 'goals.dayOptional')}
        value={day}
        onChange={(value) => setDraft({ ...draft, day: value })}
        error={wrongDue}
      />
      <DialogActions>
        <Button onPress={onClose}>{t('common.cancel')}</Button>
        <Button type="submit" look="primary" isPending={isLoading}>
          {t('goals.save')}
        </Button>
      </DialogActions>
    </form>
  );
}
