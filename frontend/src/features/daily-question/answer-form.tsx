import type { DailyQuestionView } from '@duet/contracts';
import { LIMITS, SCALE_STEPS, rules } from '@duet/contracts/plain';
import { type FormEvent, useState } from 'react';
import { failureOf } from '../../api/errors.js';
import { createTypedState } from '../../platform/app-lock/typed-state.js';
import { useClientIds } from '../../platform/app-lock/use-client-ids.js';
import { useTypedText } from '../../platform/app-lock/use-typed-text.js';
import { t } from '../../texts/index.js';
import { Banner } from '../../ui/banner.js';
import { Button } from '../../ui/button.js';
import { TextArea } from '../../ui/text-area.js';
import { Choice } from '../../ui/toggle.js';
import { useAnswerDailyMutation } from './daily-api.js';
import styles from './daily.module.css';

interface AnswerFormProps {
  question: DailyQuestionView;
  partnerName: string;
  onDone: () => void;
  onCancel?: () => void;
}

interface Given {
  value: number | null;
  guess: number | null;
}

const useGiven = createTypedState<Given & { version: number }>();

type AnswerOptions = readonly { value: string; label: string }[];

/** The options with the server's numbers as values. */
function optionsOf({ type, options }: DailyQuestionView): AnswerOptions {
  if (type !== 'scale') return options.map((label, place) => ({ value: String(place), label }));
  const ends: Record<number, string | undefined> = { 1: options[0], 5: options[1] };
  return SCALE_STEPS.map((step) => ({
    value: String(step),
    label: ends[step] === undefined ? String(step) : `${step} · ${ends[step]}`,
  }));
}

/** The error of an incomplete answer, or null. */
function complaint(
  { type }: DailyQuestionView,
  { value, guess }: Given,
  text: string,
  partnerName: string,
): string | null {
  if (type === 'open') return text.trim() === '' ? t('dailyQuestion.pleaseWriteAnAnswer') : rules.dailyAnswer(text);
  if (value === null) return t('dailyQuestion.pleaseChooseOneOfTheAnswers');
  if (type === 'guess' && guess === null)
    return t('dailyQuestion.pleaseGuessWhatPartnerNameWouldChoose', { partnerName });
  return rules.dailyAnswer(text);
}

/**
 * The form for the user's answer. The text survives a refusal and a swapped question; a choice does not survive a swap,
 * because it belongs to the former options.
 */
export function AnswerForm({ question, partnerName, onDone, onCancel }: AnswerFormProps) {
  const { type, version, mine } = question;
  const [answer, { isLoading, error }] = useAnswerDailyMutation();
  const [text, setText] = useTypedText(`answer/${question._id}`, mine?.text);
  const [given, setGiven] = useGiven(question._id, {
    value: mine?.value ?? null,
    guess: mine?.guess ?? null,
    version,
  });
  const { idOf } = useClientIds(`answer/${question._id}`);
  const [missing, setMissing] = useState<string | null>(null);
  const { value, guess } = given.version === version ? given : { value: null, guess: null };
  const failure = error === undefined ? null : failureOf(error, t('dailyQuestion.yourAnswerCouldNotBeSaved'));
  const said = missing ?? (failure && !failure.silent ? (failure.messages[0] ?? null) : null);

  const choose = (part: Partial<Given>): void => {
    setGiven({ value, guess, ...part, version });
    setMissing(null);
  };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const wrong = complaint(question, { value, guess }, text, partnerName);
    setMissing(wrong);
    if (wrong !== null || isLoading) return;
    const content = { text: text.trim(), ...(value !== null && { value }), ...(guess !== null && { guess }) };
    const versions = { version, answerVersion: mine?.version ?? 0 };
    const { data } = await answer({ _id: question._id, ...versions, ...content, clientId: idOf(content) });
    if (data) onDone();
  };
  const options = optionsOf(question);
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className={styles.form}>
      {type !== 'open' && (
        <Choice
          label={type === 'guess' ? t('dailyQuestion.forYou') : t('dailyQuestion.yourAnswer')}
          value={String(value ?? '')}
          options={options}
          onChange={(place) => choose({ value: Number(place) })}
        />
      )}
      {type === 'guess' && (
        <Choice
          label={t('dailyQuestion.whatPartnerNameWouldChoose', { partnerName })}
          value={String(guess ?? '')}
          options={options}
          onChange={(place) => choose({ guess: Number(place) })}
        />
      )}
      <TextArea
        label={type === 'open' ? t('dailyQuestion.yourAnswer') : t('dailyQuestion.aFewWordsIfYouLike')}
        value={text}
        onChange={(next) => {
          setText(next);
          setMissing(null);
        }}
        rows={type === 'open' ? 3 : 2}
        {...([...text].length > LIMITS.dailyAnswerLength - 200 && { limit: LIMITS.dailyAnswerLength })}
      />
      {said !== null && <Banner tone="error">{said}</Banner>}
      <div className={styles.buttons}>
        <Button type="submit" look="primary" isPending={isLoading}>
          {mine ? t('common.save') : t('dailyQuestion.answer')}
        </Button>
        {onCancel && <Button onPress={onCancel}>{t('common.cancel')}</Button>}
      </div>
    </form>
  );
}
