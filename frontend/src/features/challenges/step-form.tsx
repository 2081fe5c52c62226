import type { ChallengeStepView } from '@duet/contracts';
import { LIMITS } from '@duet/contracts/plain';
import { Check } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { failureOf } from '../../api/errors.js';
import { showFailure } from '../../api/show-failure.js';
import { t } from '../../texts/index.js';
import { Banner } from '../../ui/banner.js';
import { Button } from '../../ui/button.js';
import { TextArea } from '../../ui/text-area.js';
import { useCompleteStepMutation } from './challenges-api.js';
import { useTextDraft } from './drafts.js';
import styles from './steps.module.css';

interface StepFormProps {
  challengeId: string;
  step: ChallengeStepView;
  onDone: () => void;
}

/** The form that completes the reader's part: one press, or words. */
export function StepForm({ challengeId, step, onDone }: StepFormProps) {
  const { _id: stepId, title, proof } = step;
  const draft = useTextDraft(`step:${stepId}`);
  const [complete, { isLoading }] = useCompleteStepMutation();
  const [problem, setProblem] = useState<string | null>(null);
  // The same id is the same completion: a press after a lost answer completes it once.
  const [clientId] = useState(() => crypto.randomUUID());
  const asksWords = proof !== 'none';
  const text = draft.value.trim();

  const send = async (): Promise<void> => {
    const answer = complete({ id: challengeId, stepId, clientId, ...(text !== '' && { text }) });
    // Without words the step shows as done at once, and this form is gone.
    if (text === '') onDone();
    const { error } = await answer;
    if (error && text === '') return showFailure(error, t('challenges.completingFailed'));
    if (error) {
      const { silent, messages } = failureOf(error, t('challenges.completingFailed'));
      return setProblem(silent ? null : (messages[0] ?? null));
    }
    draft.clear();
    if (text !== '') onDone();
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const isMissing = proof === 'text' && text === '';
    setProblem(isMissing ? t('challenges.answerFirst') : null);
    if (!isMissing && !isLoading && [...text].length <= LIMITS.stepProofLength) void send();
  };
  return (
    <form onSubmit={submit} noValidate className={styles.form}>
      {asksWords && (
        <TextArea
          label={t(proof === 'text' ? 'challenges.yourAnswer' : 'challenges.inWords')}
          value={draft.value}
          onChange={draft.write}
          rows={3}
          {...([...text].length > LIMITS.stepProofLength - 200 && { limit: LIMITS.stepProofLength })}
        />
      )}
      {(proof === 'photo' || proof === 'voice') && (
        <p className={styles.soft}>{t(proof === 'photo' ? 'challenges.photoToo' : 'challenges.voiceToo')}</p>
      )}
      {problem !== null && <Banner tone="error">{problem}</Banner>}
      <Button
        type="submit"
        look="primary"
        aria-label={t(asksWords ? 'challenges.sendItLabel' : 'challenges.doItLabel', { title })}
        isPending={isLoading}
      >
        {!asksWords && <Check size={18} aria-hidden />}
        {t(asksWords ? 'challenges.sendIt' : 'challenges.doIt')}
      </Button>
    </form>
  );
}
