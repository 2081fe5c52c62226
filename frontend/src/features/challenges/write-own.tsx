import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { failureOf } from '../../api/errors.js';
import { useClientIds } from '../../platform/app-lock/use-client-ids.js';
import { t } from '../../texts/index.js';
import { ErrorBanners } from '../../ui/error-banners.js';
import { Button } from '../../ui/button.js';
import { Dialog, DialogActions } from '../../ui/dialog.js';
import { toast } from '../../ui/toast-queue.js';
import { Switch } from '../../ui/toggle.js';
import { useProposeChallengeMutation, useWriteTemplateMutation } from './challenges-api.js';
import styles from './challenges.module.css';
import { useDraft } from './drafts.js';
import { useNames } from '../../platform/account/names.js';
import { type OwnDraft, ownContentOf, emptyDraft, isValid, ownDraft } from './own-draft.js';
import { MinutesField, OwnFields } from './own-fields.js';
import { StartAndEnd, type Times, chosenTimes, useTimes } from './start-and-end.js';

/** Works without being in one place: own challenges are for the two who wrote them. */
const OWN_TEMPLATE = { distanceOk: true, intensity: 1 } as const;

export function WriteOwn({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog title={t('challenges.writeYourOwn')} isOpen={isOpen} onClose={onClose}>
      <OwnForm onClose={onClose} />
    </Dialog>
  );
}

/** Proposes a draft and keeps it as a template where that is wanted. */
function useProposeOwn(onDone: () => void) {
  const navigate = useNavigate();
  const { partner } = useNames();
  const [propose, { isLoading }] = useProposeChallengeMutation();
  const [write] = useWriteTemplateMutation();
  const [problems, setProblems] = useState<string[]>([]);
  const { idOf } = useClientIds('own');
  const send = async (draft: OwnDraft, times: Times): Promise<void> => {
    const content = ownContentOf(draft);
    const proposal = { ...content, ...chosenTimes(times) };
    const clientId = idOf(proposal);
    const { data, error } = await propose({ ...proposal, clientId });
    if (!data) {
      const { silent, messages } = failureOf(error, t('challenges.proposingFailed'));
      return setProblems(silent ? [] : messages);
    }
    if (draft.isKept) {
      const kept = await write({ ...content, ...OWN_TEMPLATE, minutes: Number(draft.minutes), clientId });
      if (kept.error) toast.error(t('challenges.keptFailed'));
    }
    onDone();
    toast.success(t('challenges.proposedToast', { partner }));
    void navigate(`/challenges/${data._id}`);
  };
  return { send, problems, isSending: isLoading };
}

/** Lives only while the dialog is open; the draft survives that. */
function OwnForm({ onClose }: { onClose: () => void }) {
  const { partner } = useNames();
  const [initial] = useState(emptyDraft);
  const { value: draft, write, clear } = useDraft('own', ownDraft, initial);
  const times = useTimes('own');
  const [isAsked, setAsked] = useState(false);
  const { send, problems, isSending } = useProposeOwn(clear);
  const change = (part: Partial<OwnDraft>): void => write({ ...draft, ...part });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setAsked(true);
    const isReady = isValid(draft) && times.wrongFirst === null && times.wrongLast === null;
    if (isReady && !isSending) void send(draft, times.instants());
  };
  return (
    <form onSubmit={submit} noValidate className={styles.form}>
      <OwnFields draft={draft} isAsked={isAsked} onChange={change} />
      <StartAndEnd times={times} isAsked={isAsked} />
      <Switch
        label={t('challenges.keepAsIdea')}
        description={t('challenges.keepAsIdeaWords')}
        isSelected={draft.isKept}
        onChange={(isKept) => change({ isKept })}
      />
      {draft.isKept && <MinutesField draft={draft} isAsked={isAsked} onChange={change} />}
      <ErrorBanners messages={problems} />
      <DialogActions>
        <Button onPress={onClose}>{t('common.cancel')}</Button>
        <Button type="submit" look="primary" isPending={isSending}>
          {t('challenges.propose', { partner })}
        </Button>
      </DialogActions>
    </form>
  );
}
