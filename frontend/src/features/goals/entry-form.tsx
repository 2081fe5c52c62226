import type { GoalType, GoalView } from '@duet/contracts';
import { LIMITS } from '@duet/contracts/plain';
import { type FormEvent, useState } from 'react';
import { failureOf } from '../../api/errors.js';
import { useClientIds } from '../../platform/app-lock/use-client-ids.js';
import { clearedOf, useTypedText } from '../../platform/app-lock/use-typed-text.js';
import { type PlainTextKey, t } from '../../texts/index.js';
import { Banner } from '../../ui/banner.js';
import { Button } from '../../ui/button.js';
import { TextArea } from '../../ui/text-area.js';
import { TextField } from '../../ui/text-field.js';
import { useAddEntryMutation } from './goals-api.js';
import styles from './goals.module.css';

/** The button that moves a goal; a checklist is moved by its milestones. */
const STEPS: Partial<Record<GoalType, PlainTextKey>> = {
  counter: 'goals.add',
  habit: 'goals.doneToday',
  date: 'goals.itHappened',
};

const isAmount = (value: string): boolean =>
  /^[+-]?\d{1,7}$/.test(value) && Number(value) !== 0 && Math.abs(Number(value)) <= LIMITS.goalTarget;

/** A step forward with words, or words alone. */
export function EntryForm({ goal: { _id: id, type } }: { goal: GoalView }) {
  const [add, { isLoading }] = useAddEntryMutation();
  const [amount, setAmount] = useTypedText(`amount/${id}`);
  const [note, setNote] = useTypedText(`entry/${id}`);
  const [problem, setProblem] = useState<string | null>(null);
  const { idOf, forgetIds } = useClientIds(`entry/${id}`);
  const words = note.trim();
  const step = STEPS[type];
  const counts = type === 'counter';
  const send = async (delta: number): Promise<void> => {
    if (isLoading || [...words].length > LIMITS.goalNoteLength) return;
    if (delta === 0 && words === '') return setProblem(t('goals.writeSomething'));
    const content = { delta, note: words };
    const { error } = await add({ id, ...content, clientId: idOf(content) });
    if (!error) {
      setAmount(clearedOf(amount));
      setNote(clearedOf(note));
      return forgetIds();
    }
    const { silent, messages } = failureOf(error, t('common.failed'));
    setProblem(silent ? null : (messages[0] ?? null));
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setProblem(null);
    if (!step) return void send(0);
    if (counts && !isAmount(amount.trim())) return setProblem(t('goals.chooseAmount'));
    void send(counts ? Number(amount) : 1);
  };
  return (
    <form onSubmit={submit} noValidate className={styles.stage}>
      {counts && (
        <TextField
          label={t('goals.addAmount')}
          description={t('goals.addAmountWords')}
          inputMode="text"
          value={amount}
          onChange={setAmount}
        />
      )}
      <TextArea
        label={t(step ? 'goals.note' : 'goals.noteNeeded')}
        value={note}
        onChange={setNote}
        rows={2}
        {...([...note].length > LIMITS.goalNoteLength - 100 && { limit: LIMITS.goalNoteLength })}
      />
      {problem !== null && <Banner tone="error">{problem}</Banner>}
      <div className={styles.row}>
        {step && (
          <Button type="submit" look="primary" isPending={isLoading}>
            {t(step)}
          </Button>
        )}
        <Button
          {...(step ? { onPress: () => void send(0) } : { type: 'submit' as const })}
          isPending={!step && isLoading}
        >
          {t('goals.saveNote')}
        </Button>
      </div>
    </form>
  );
}
