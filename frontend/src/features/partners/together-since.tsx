import { type CalendarDate, parseDate } from '@internationalized/date';
import type { CoupleView } from '@duet/contracts';
import { rules } from '@duet/contracts/plain';
import { type FormEvent, useState } from 'react';
import { failureOf } from '../../api/errors.js';
import { useSetTogetherSinceMutation } from '../../platform/account/partner-status.js';
import { createTypedState } from '../../platform/app-lock/typed-state.js';
import { t } from '../../texts/index.js';
import { Button } from '../../ui/button.js';
import { DayField } from '../../ui/day-field.js';
import { toast } from '../../ui/toast-queue.js';
import styles from './partners.module.css';

/** The couple's first day. An unsaved change stays until the partner sets another day. */
export function TogetherSince({ couple }: { couple: CoupleView }) {
  return (
    <SinceForm
      key={`${couple.togetherSince}-${couple.togetherSinceVersion}`}
      current={couple.togetherSince}
      version={couple.togetherSinceVersion}
    />
  );
}

const useDay = createTypedState<CalendarDate | null>();

function SinceForm({ current, version }: { current: string; version: number }) {
  const [save, { isLoading }] = useSetTogetherSinceMutation();
  const [day, setDay] = useDay(`${current}-${version}`, () => parseDate(current));
  const [problem, setProblem] = useState<string | null>(null);
  const togetherSince = day?.toString() ?? '';
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const wrong = rules.calendarDate(togetherSince);
    setProblem(wrong);
    if (wrong !== null) return;
    const { error } = await save({ togetherSince, version });
    if (!error) return void toast.success(t('partners.savedForBothOfYou'));
    const { silent, code, messages, fields } = failureOf(error, t('partners.failedToSaveTheDay'));
    if (code === 'VERSION_CONFLICT') return void toast.error(t('partners.yourPartnerHasJustSetAnother'));
    if (!silent) setProblem(fields['togetherSince'] ?? messages[0] ?? null);
  };
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className={styles.beside}>
      <DayField
        label={t('partners.togetherSince')}
        description={t('partners.daysTogetherCountsFromThisDay')}
        value={day}
        onChange={(next) => {
          setDay(next);
          setProblem(null);
        }}
        error={problem}
      />
      <Button
        type="submit"
        isPending={isLoading}
        isDisabled={togetherSince === current}
        aria-label={t('partners.saveTogetherSince')}
      >
        {t('common.save')}
      </Button>
    </form>
  );
}
