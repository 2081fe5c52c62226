import type { ChallengeTemplateView } from '@duet/contracts';
import { type FormEvent, useState } from 'react';
import { editRefusal } from '../../api/edit-refusal.js';
import { createTypedState } from '../../platform/app-lock/typed-state.js';
import { t } from '../../texts/index.js';
import { Banner } from '../../ui/banner.js';
import { Button } from '../../ui/button.js';
import { Dialog, DialogActions } from '../../ui/dialog.js';
import { editedVersion } from '../../ui/edited-version.js';
import { useChangeTemplateMutation } from './challenges-api.js';
import styles from './challenges.module.css';
import { type OwnDraft, ownContentOf, draftOf, isValid } from './own-draft.js';
import { MinutesField, OwnFields } from './own-fields.js';

interface EditOwnProps {
  template: ChallengeTemplateView;
  isOpen: boolean;
  onClose: () => void;
}

const useEdit = createTypedState<{ opened: ChallengeTemplateView; draft: OwnDraft }>();

/** Changes an own idea. Challenges that were made from it stay as they are. */
export function EditOwn({ template, isOpen, onClose }: EditOwnProps) {
  return (
    <Dialog title={t('challenges.editOwn')} isOpen={isOpen} onClose={onClose}>
      <EditForm template={template} onClose={onClose} />
    </Dialog>
  );
}

/** Mounted only while the dialog is open: it keeps what is typed when the idea changes meanwhile. */
function EditForm({ template, onClose }: Omit<EditOwnProps, 'isOpen'>) {
  const [save, { isLoading }] = useChangeTemplateMutation();
  const [{ opened, draft }, setEdit] = useEdit(template._id, () => ({
    opened: template,
    draft: draftOf(template),
  }));
  const version = editedVersion(template, opened, [
    'title',
    'description',
    'category',
    'minutes',
    'steps',
    'completionRule',
  ]);
  const [isAsked, setAsked] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const change = (part: Partial<OwnDraft>): void => setEdit({ opened, draft: { ...draft, ...part } });
  const send = async (): Promise<void> => {
    const content = { ...ownContentOf(draft), minutes: Number(draft.minutes) };
    const { error } = await save({ id: template._id, version, ...content });
    if (!error) return onClose();
    setProblem(editRefusal(error, t('challenges.ideaChangedMeanwhile')));
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setAsked(true);
    if (isValid(draft) && !isLoading) void send();
  };
  return (
    <form onSubmit={submit} noValidate className={styles.form}>
      <OwnFields draft={draft} isAsked={isAsked} onChange={change} />
      <MinutesField draft={draft} isAsked={isAsked} onChange={change} />
      {problem !== null && <Banner tone="error">{problem}</Banner>}
      <DialogActions>
        <Button onPress={onClose}>{t('common.cancel')}</Button>
        <Button type="submit" look="primary" isPending={isLoading}>
          {t('challenges.save')}
        </Button>
      </DialogActions>
    </form>
  );
}
