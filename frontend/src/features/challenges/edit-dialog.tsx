import type { ChallengeView } from '@duet/contracts';
import { LIMITS, rules } from '@duet/contracts/plain';
import { type FormEvent, useState } from 'react';
import { editRefusal } from '../../api/edit-refusal.js';
import { createTypedState } from '../../platform/app-lock/typed-state.js';
import { t } from '../../texts/index.js';
import { Banner } from '../../ui/banner.js';
import { Button } from '../../ui/button.js';
import { Dialog, DialogActions } from '../../ui/dialog.js';
import { TextArea } from '../../ui/text-area.js';
import { TextField } from '../../ui/text-field.js';
import { editedVersion } from '../../ui/edited-version.js';
import { useChangeChallengeMutation } from './challenges-api.js';
import styles from './challenge.module.css';
import { StartAndEnd, useTimes } from './start-and-end.js';

interface EditProps {
  challenge: ChallengeView;
  isOpen: boolean;
  onClose: () => void;
}

interface Draft extends Pick<ChallengeView, 'title' | 'description'> {
  /** The proposal as it was when the dialog opened. */
  opened: ChallengeView;
}

const useDraft = createTypedState<Draft>();

/** Changes a proposal. */
export function EditDialog({ challenge, isOpen, onClose }: EditProps) {
  return (
    <Dialog title={t('challenges.change')} isOpen={isOpen} onClose={onClose}>
      <EditForm challenge={challenge} onClose={onClose} />
    </Dialog>
  );
}

/** Mounted only while the dialog is open: it keeps what is typed when the challenge changes meanwhile. */
function EditForm({ challenge, onClose }: Omit<EditProps, 'isOpen'>) {
  const [change, { isLoading }] = useChangeChallengeMutation();
  const [draft, setDraft] = useDraft(challenge._id, {
    opened: challenge,
    title: challenge.title,
    description: challenge.description,
  });
  const { opened, title, description } = draft;
  const version = editedVersion(challenge, opened, ['title', 'description', 'startAt', 'dueAt']);
  const times = useTimes(`change/${challenge._id}`, opened);
  const [problem, setProblem] = useState<string | null>(null);
  const wrongTitle = rules.dateTitle(title);
  const save = async (): Promise<void> => {
    const given = { title: title.trim(), description: description.trim(), ...times.instants() };
    const { error } = await change({ id: challenge._id, version, ...given });
    if (!error) return onClose();
    setProblem(editRefusal(error, t('challenges.changedMeanwhile')));
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if ([wrongTitle, times.wrongFirst, times.wrongLast].every((wrong) => wrong === null)) void save();
  };
  return (
    <form onSubmit={submit} noValidate className={styles.form}>
      {problem !== null && <Banner tone="error">{problem}</Banner>}
      <TextField
        label={t('challenges.title')}
        value={title}
        onChange={(value) => setDraft({ ...draft, title: value })}
        error={wrongTitle}
        isRequired
      />
      <TextArea
        label={t('challenges.description')}
        value={description}
        onChange={(value) => setDraft({ ...draft, description: value })}
        limit={LIMITS.challengeDescriptionLength}
      />
      <StartAndEnd times={times} isAsked />
      <DialogActions>
        <Button onPress={onClose}>{t('common.cancel')}</Button>
        <Button type="submit" look="primary" isPending={isLoading}>
          {t('challenges.save')}
        </Button>
      </DialogActions>
    </form>
  );
}
