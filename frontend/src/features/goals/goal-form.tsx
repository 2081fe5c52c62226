import { LIMITS } from '@duet/contracts/plain';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { failureOf } from '../../api/errors.js';
import { t } from '../../texts/index.js';
import { ErrorBanners } from '../../ui/error-banners.js';
import { Button } from '../../ui/button.js';
import { Dialog, DialogActions } from '../../ui/dialog.js';
import { TextArea } from '../../ui/text-area.js';
import { TextField } from '../../ui/text-field.js';
import { toast } from '../../ui/toast-queue.js';
import { Choice } from '../../ui/toggle.js';
import { goalCategories } from './categories.js';
import { useDays } from './goal-day.js';
import { type GoalDraft, goalContentOf, emptyGoal, wrongOf } from './goal-draft.js';
import { goalPath } from './goal-words.js';
import { useCreateGoalMutation } from './goals-api.js';
import styles from './goals.module.css';
import { KindFields } from './kind-fields.js';
import { useNames } from '../../platform/account/names.js';
import { createTypedState } from '../../platform/app-lock/typed-state.js';
import { useClientIds } from '../../platform/app-lock/use-client-ids.js';

const useDraft = createTypedState<GoalDraft>();

export function GoalForm({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog title={t('goals.newGoal')} isOpen={isOpen} onClose={onClose}>
      <Form onClose={onClose} />
    </Dialog>
  );
}

function useCreate() {
  const navigate = useNavigate();
  const { partner } = useNames();
  const days = useDays();
  const [create, { isLoading }] = useCreateGoalMutation();
  const [problems, setProblems] = useState<string[]>([]);
  const { idOf } = useClientIds('goal');
  const send = async (draft: GoalDraft): Promise<void> => {
    const content = goalContentOf(draft, days);
    const { data, error } = await create({ ...content, clientId: idOf(content) });
    if (!data) {
      const { silent, messages } = failureOf(error, t('common.failed'));
      return setProblems(silent ? [] : messages);
    }
    toast.success(data.ownership === 'ours' ? t('goals.proposedToast', { partner }) : t('goals.startedToast'));
    void navigate(goalPath(data._id));
  };
  return { send, problems, isSending: isLoading };
}

function Form({ onClose }: { onClose: () => void }) {
  const { partner } = useNames();
  const days = useDays();
  const [draft, setDraft] = useDraft('goal', emptyGoal);
  const [isAsked, setAsked] = useState(false);
  const { send, problems, isSending } = useCreate();
  const wrong = wrongOf(draft, days);
  const change = (part: Partial<GoalDraft>): void => setDraft({ ...draft, ...part });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setAsked(true);
    const isReady = Object.values(wrong).every((one) => one === null) && [...draft.why].length <= LIMITS.goalWhyLength;
    if (isReady && !isSending) void send(draft);
  };
  return (
    <form onSubmit={submit} noValidate className={styles.form}>
      <TextField
        label={t('goals.title')}
        placeholder={t('goals.titlePlaceholder')}
        value={draft.title}
        onChange={(title) => change({ title })}
        error={isAsked ? wrong.title : null}
        isRequired
      />
      <Choice
        label={t('goals.whose')}
        value={draft.ownership}
        options={[
          { value: 'ours', label: t('goals.oursLong', { partner }) },
          { value: 'mine_with_support', label: t('goals.mineLong', { partner }) },
        ]}
        onChange={(ownership) => change({ ownership })}
      />
      <KindFields draft={draft} wrong={wrong} isAsked={isAsked} onChange={change} />
      <Choice
        label={t('goals.category')}
        value={draft.category}
        options={goalCategories.map(({ id, label }) => ({ value: id, label: t(label) }))}
        onChange={(category) => change({ category })}
      />
      <TextArea
        label={t('goals.why')}
        value={draft.why}
        onChange={(why) => change({ why })}
        limit={LIMITS.goalWhyLength}
        rows={2}
      />
      <ErrorBanners messages={problems} />
      <DialogActions>
        <Button onPress={onClose}>{t('common.cancel')}</Button>
        <Button type="submit" look="primary" isPending={isSending}>
          {draft.ownership === 'ours' ? t('goals.propose', { partner }) : t('goals.start')}
        </Button>
      </DialogActions>
    </form>
  );
}
