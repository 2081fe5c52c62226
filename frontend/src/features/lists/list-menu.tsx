import type { ListSummary } from '@duet/contracts';
import { Archive, ArchiveRestore, Ellipsis, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { attempt } from '../../api/attempt.js';
import { failureOf } from '../../api/errors.js';
import { showFailure } from '../../api/show-failure.js';
import { useShareEntries } from '../../cards/use-share.js';
import { t } from '../../texts/index.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { IconButton } from '../../ui/icon-button.js';
import { Menu } from '../../ui/menu.js';
import { EditList } from './edit-list.js';
import { useChangeListMutation, useDeleteListMutation } from './lists-api.js';

/** The rare actions on a list. */
export function ListMenu({ list }: { list: ListSummary }) {
  const [asked, setAsked] = useState<'change' | 'delete' | null>(null);
  const [change] = useChangeListMutation();
  const { _id: id, title, version, archivedAt } = list;
  const shares = useShareEntries({ type: 'list', id, title });
  const close = (): void => setAsked(null);
  const isArchived = archivedAt !== null;
  const label = t('lists.more');
  return (
    <>
      <Menu
        label={label}
        entries={[
          { id: 'change', label: t('lists.change'), icon: <Pencil size={18} />, onAction: () => setAsked('change') },
          ...shares,
          {
            id: 'archive',
            label: t(isArchived ? 'lists.bringBack' : 'lists.archiveIt'),
            icon: isArchived ? <ArchiveRestore size={18} /> : <Archive size={18} />,
            onAction: () => void attempt(change({ id, version, archived: !isArchived })),
          },
          {
            id: 'delete',
            label: t('lists.delete'),
            icon: <Trash2 size={18} />,
            danger: true,
            onAction: () => setAsked('delete'),
          },
        ]}
        trigger={
          <IconButton label={label}>
            <Ellipsis size={20} aria-hidden />
          </IconButton>
        }
      />
      <EditList list={list} isOpen={asked === 'change'} onClose={close} />
      <DeleteDialog id={id} isOpen={asked === 'delete'} onClose={close} />
    </>
  );
}

function DeleteDialog({ id, isOpen, onClose }: { id: string; isOpen: boolean; onClose: () => void }) {
  const navigate = useNavigate();
  const [remove, { isLoading }] = useDeleteListMutation();
  const confirm = async (): Promise<void> => {
    const { error } = await remove(id);
    if (!error) return void navigate('/challenges?tab=lists');
    // The request is recorded: the page says so.
    if (failureOf(error).code !== 'PARTNER_CONTENT') showFailure(error, t('common.failed'));
    onClose();
  };
  return (
    <ConfirmDialog
      title={t('lists.deleteQuestion')}
      isOpen={isOpen}
      onClose={onClose}
      onConfirm={() => void confirm()}
      confirmLabel={t('lists.delete')}
      isPending={isLoading}
    >
      <p>{t('lists.deleteWords')}</p>
    </ConfirmDialog>
  );
}
