import type { ChallengeStepView } from '@duet/contracts';
import { LIMITS } from '@duet/contracts/plain';
import { Check } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { failureOf } from '../../api/errors.js';
import { showFailure } from '../../api/show-failure.js';
import type { VoiceRecording } from '../../media/recorder/use-voice.js';
import { ChoosePhotos } from '../../media/tray/choose-photos.js';
import { Sending } from '../../media/tray/sending.js';
import { useFormUpload } from '../../media/tray/use-form-upload.js';
import { useTray } from '../../media/tray/use-tray.js';
import { createTypedState } from '../../platform/app-lock/typed-state.js';
import { useClientIds } from '../../platform/app-lock/use-client-ids.js';
import { t } from '../../texts/index.js';
import { Banner } from '../../ui/banner.js';
import { Button } from '../../ui/button.js';
import { CopyButton } from '../../ui/copy-button.js';
import { TextArea } from '../../ui/text-area.js';
import { toast } from '../../ui/toast-queue.js';
import { CHANGES, useCompleteStepMutation, useLazyGetChallengeQuery } from './challenges-api.js';
import { useTextDraft } from './drafts.js';
import { ProofVoice } from './proof-voice.js';
import styles from './steps.module.css';

interface StepFormProps {
  challengeId: string;
  step: ChallengeStepView;
  /** False while the challenge takes no answers: what was typed, chosen or recorded waits on the page. */
  mayComplete: boolean;
  onDone: () => void;
}

/** The complaint about a proof that lacks the thing its step asks for. */
const MISSING = {
  none: null,
  text: 'challenges.answerFirst',
  photo: 'challenges.photoFirst',
  voice: 'challenges.voiceFirst',
} as const;

const useRecording = createTypedState<VoiceRecording | null>();

/** The form that completes the reader's part: one press, words, pictures or a voice note. What was chosen stays until it is in. */
export function StepForm({ challengeId, step, mayComplete, onDone }: StepFormProps) {
  const { _id: stepId, title, proof } = step;
  const place = `step:${stepId}`;
  const draft = useTextDraft(place);
  const tray = useTray(place);
  const [recording, setRecording] = useRecording(place, null);
  const [complete, { isLoading }] = useCompleteStepMutation();
  const [read] = useLazyGetChallengeQuery();
  const upload = useFormUpload({
    path: `/challenges/${challengeId}/steps/${stepId}/complete`,
    onStored: () => read(challengeId),
    tags: CHANGES,
  });
  const [problem, setProblem] = useState<string | null>(null);
  const { idOf } = useClientIds(place);
  const isPress = proof === 'none';
  // One tap is enough for it; words are there for those who want to add some.
  const [writes, setWrites] = useState(!isPress || draft.value !== '');
  const text = draft.value.trim();
  const isSending = isLoading || upload.share !== null;
  const files = [
    ...tray.chosen.map(({ file }) => ({ name: file.name, bytes: file })),
    ...(recording ? [{ name: recording.file.name, bytes: recording.blob }] : []),
  ];
  const isEmpty = text === '' && files.length === 0;

  const words = { ...(text !== '' && { text }) };
  const chosen = { ...words, files: tray.chosen.map(({ id }) => id), recording: recording?.file };

  /** A step that an earlier call has done shows so at once, without this form: the toast stays. */
  const refuse = (code: string | null, sentence: string | null): void => {
    if (code === 'ALREADY_DONE' && text !== '') toast.error(t('challenges.doneBefore'));
    else setProblem(sentence);
  };
  const sendFiles = async (): Promise<void> => {
    const failure = await upload.send({ clientId: idOf(chosen), ...words }, files);
    if (failure !== null) return refuse(failure.code, failure.sentence);
    draft.clear();
    onDone();
  };
  const sendWords = async (): Promise<void> => {
    const answer = complete({ id: challengeId, stepId, clientId: idOf(chosen), ...words });
    // Without words the step shows as done at once, and this form is gone.
    if (text === '') onDone();
    const { error } = await answer;
    if (error && text === '') return showFailure(error, t('challenges.completingFailed'));
    if (error) {
      const { code, silent, messages } = failureOf(error, t('challenges.completingFailed'));
      return refuse(code, silent ? null : (messages[0] ?? null));
    }
    draft.clear();
    if (text !== '') onDone();
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const missing = isEmpty ? MISSING[proof] : null;
    setProblem(missing === null ? null : t(missing));
    if (missing !== null || isSending || !mayComplete || [...text].length > LIMITS.stepProofLength) return;
    void (files.length > 0 ? sendFiles() : sendWords());
  };
  return (
    <form onSubmit={submit} noValidate className={styles.form} hidden={!mayComplete && isEmpty}>
      {!mayComplete && !isEmpty && (
        <Banner tone="error" action={text !== '' && <CopyButton text={text} label={t('common.copy')} />}>
          {t('challenges.notNow')}
        </Banner>
      )}
      {proof === 'photo' && (mayComplete || tray.chosen.length > 0) && (
        <ChoosePhotos title={title} tray={tray} isSending={isSending || !mayComplete} />
      )}
      {proof === 'voice' && (
        <ProofVoice
          stepId={stepId}
          title={title}
          recording={recording}
          isSending={isSending}
          mayRecord={mayComplete}
          onRecorded={setRecording}
        />
      )}
      {writes && (
        <TextArea
          label={t(proof === 'text' ? 'challenges.yourAnswer' : 'challenges.inWords')}
          value={draft.value}
          onChange={draft.write}
          isReadOnly={!mayComplete}
          autoFocus={isPress && draft.value === ''}
          rows={proof === 'text' ? 3 : 2}
          {...([...text].length > LIMITS.stepProofLength - 200 && { limit: LIMITS.stepProofLength })}
        />
      )}
      {upload.share !== null && <Sending share={upload.share} />}
      {problem !== null && <Banner tone="error">{problem}</Banner>}
      <div className={styles.row}>
        <Button
          type="submit"
          look="primary"
          aria-label={t(isPress ? 'challenges.doItLabel' : 'challenges.sendItLabel', { title })}
          isDisabled={!mayComplete}
          isPending={isSending}
        >
          {isPress && <Check size={18} aria-hidden />}
          {t(isPress ? 'challenges.doIt' : 'challenges.sendIt')}
        </Button>
        {!writes && mayComplete && (
          <Button look="ghost" aria-label={t('challenges.addWordsLabel', { title })} onPress={() => setWrites(true)}>
            {t('challenges.addWords')}
          </Button>
        )}
      </div>
    </form>
  );
}
