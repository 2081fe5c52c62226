import type { ChallengeAction, ChallengeView } from '@duet/contracts';
import { CalendarPlus, CirclePause, CircleStop, Ellipsis, Pencil, Trash2 } from 'lucide-react';
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
import { useDeleteChallengeMutation, useActOnChallengeMutation } from './challenges-api.js';
import { EditDialog } from './edit-dialog.js';
import { ExtendDialog } from './extend.js';

interface Entry {
  action: ChallengeAction;
  label: PlainTextKey;
  icon: ReactNode;
  danger?: boolean;
}

const ENTRIES: readonly Entry[] = [
  { action: 'change_details', label: 'challenges.change', icon: <Pencil size={18} /> },
  { action: 'pause', label: 'challenges.pause', icon: <CirclePause size={18} /> },
  { action: 'extend', label: 'challenges.extend', icon: <CalendarPlus size={18} /> },
  { action: 'cancel', label: 'challenges.stop', icon: <CircleStop size={18} />, danger: true },
  { action: 'delete', label: 'challenges.delete', icon: <Trash2 size={18} />, danger: true },
];

/** The rare actions on a challenge. A proposal's own buttons stand in its page. */
export function ChallengeMenu({ challenge }: { challenge: ChallengeView }) {
  const [asked, setAsked] = useState<ChallengeAction | null>(null);
  const [press, { isLoading }] = useActOnChallengeMutation();
  const { _id: id, actions, status, title } = challenge;
  const shares = useShareEntries({ type: 'challenge', id, title });
  const close = (): void => setAsked(null);
  const stop = async (): Promise<void> => {
    if (await attempt(press({ id, press: 'cancel' }))) close();
  };
  const acts = ENTRIES.filter(
    ({ action }) => actions.includes(action) && !(action === 'cancel' && status === 'proposed'),
  ).map(({ action, label, ...rest }) => ({
    id: action,
    label: t(label),
    ...rest,
    onAction: () => (action === 'pause' ? void attempt(press({ id, press: 'pause' })) : setAsked(action)),
  }));
  const entries = [...shares, ...acts];
  return (
    <>
      {entries.length > 0 && (
        <Menu
          label={t('challenges.more')}
          entries={entries}
          trigger={
            <IconButton label={t('challenges.more')}>
              <Ellipsis size={20} aria-hidden />
            </IconButton>
          }
        />
      )}
      <EditDialog challenge={challenge} isOpen={asked === 'change_details'} onClose={close} />
      <ExtendDialog challenge={challenge} isOpen={asked === 'extend'} onClose={close} />
      <ConfirmDialog
        title={t('challenges.stopQuestion')}
        isOpen={asked === 'cancel'}
        onClose={close}
        onConfirm={() => void stop()}
        confirmLabel={t('challenges.stop')}
        isPending={isLoading}
      >
        <p>{t('challenges.stopWords')}</p>
      </ConfirmDialog>
      <DeleteDialog id={id} isOpen={asked === 'delete'} onClose={close} />
    </>
  );
}

function DeleteDialog({ id, isOpen, onClose }: { id: string; isOpen: boolean; onClose: () => void }) {
  const navigate = useNavigate();
  const [remove, { isLoading }] = useDeleteChallengeMutation();
  const confirm = async (): Promise<void> => {
    const { error } = await remove(id);
    if (!error) return void navigate('/challenges?tab=done');
    // The request is recorded: the page says so.
    if (failureOf(error).code !== 'PARTNER_CONTENT') showFailure(error, t('common.failed'));
    onClose();
  };
  return (
    <ConfirmDialog
      title={t('challenges.deleteQuestion')}
      isOpen={isOpen}
      onClose={onClose}
      onConfirm={() => void confirm()}
      confirmLabel={t('challenges.delete')}
      isPending={isLoading}
    >
      <p>{t('challenges.deleteWords')}</p>
    </ConfirmDialog>
  );
}
