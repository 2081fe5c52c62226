import type { GoalAction, GoalView } from '@duet/contracts';
import { CirclePause, Ellipsis, Pencil, Trash2, Wind } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { failureOf } from '../../api/errors.js';
import { showFailure } from '../../api/show-failure.js';
import { type PlainTextKey, t } from '../../texts/index.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { IconButton } from '../../ui/icon-button.js';
import { Menu } from '../../ui/menu.js';
import { useShareEntries } from '../../cards/use-share.js';
import { attempt } from '../../api/attempt.js';
import { EditGoal } from './edit-goal.js';
import { useDeleteGoalMutation, useRespondToGoalMutation } from './goals-api.js';

interface Entry {
  action: GoalAction;
  label: PlainTextKey;
  icon: ReactNode;
  danger?: boolean;
}

const ENTRIES: readonly Entry[] = [
  { action: 'change_details', label: 'goals.change', icon: <Pencil size={18} /> },
  { action: 'pause', label: 'goals.pause', icon: <CirclePause size={18} /> },
  { action: 'let_go', label: 'goals.letGo', icon: <Wind size={18} /> },
  { action: 'delete', label: 'goals.delete', icon: <Trash2 size={18} />, danger: true },
];

/** The rare actions on a goal. A proposal's own buttons stand in its page. */
export function GoalMenu({ goal }: { goal: GoalView }) {
  const [asked, setAsked] = useState<GoalAction | null>(null);
  const [respond, { isLoading }] = useRespondToGoalMutation();
  const { _id: id, actions, status, title } = goal;
  const shares = useShareEntries({ type: 'goal', id, title });
  const close = (): void => setAsked(null);
  const letGo = async (): Promise<void> => {
    if (await attempt(respond({ id, action: 'let_go' }))) close();
  };
  const acts = ENTRIES.filter(
    ({ action }) => actions.includes(action) && !(action === 'let_go' && status === 'proposed'),
  ).map(({ action, label, ...rest }) => ({
    id: action,
    label: t(label),
    ...rest,
    onAction: () => (action === 'pause' ? void attempt(respond({ id, action })) : setAsked(action)),
  }));
  const entries = [...shares, ...acts];
  if (entries.length === 0) return null;
  return (
    <>
      <Menu
        label={t('goals.more')}
        entries={entries}
        trigger={
          <IconButton label={t('goals.more')}>
            <Ellipsis size={20} aria-hidden />
          </IconButton>
        }
      />
      <EditGoal goal={goal} isOpen={asked === 'change_details'} onClose={close} />
      <ConfirmDialog
        title={t('goals.letGoQuestion')}
        isOpen={asked === 'let_go'}
        onClose={close}
        onConfirm={() => void letGo()}
        confirmLabel={t('goals.letGo')}
        isPending={isLoading}
      >
        <p>{t('goals.letGoQuestionWords')}</p>
      </ConfirmDialog>
      <DeleteDialog id={id} isOpen={asked === 'delete'} onClose={close} />
    </>
  );
}

function DeleteDialog({ id, isOpen, onClose }: { id: string; isOpen: boolean; onClose: () => void }) {
  const navigate = useNavigate();
  const [remove, { isLoading }] = useDeleteGoalMutation();
  const confirm = async (): Promise<void> => {
    const { error } = await remove(id);
    if (!error) return void navigate('/challenges?tab=goals');
    // The request is recorded: the page says so.
    if (failureOf(error).code !== 'PARTNER_CONTENT') showFailure(error, t('common.failed'));
    onClose();
  };
  return (
    <ConfirmDialog
      title={t('goals.deleteQuestion')}
      isOpen={isOpen}
      onClose={onClose}
      onConfirm={() => void confirm()}
      confirmLabel={t('goals.delete')}
      isPending={isLoading}
    >
      <p>{t('goals.deleteWords')}</p>
    </ConfirmDialog>
  );
}
