import type { CapsuleView } from '@duet/contracts';
import { Download, Ellipsis, Eye, EyeOff, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { failureOf } from '../../../api/errors.js';
import { showFailure } from '../../../api/show-failure.js';
import { t } from '../../../texts/index.js';
import { ConfirmDialog } from '../../../ui/confirm-dialog.js';
import { IconButton } from '../../../ui/icon-button.js';
import { Menu } from '../../../ui/menu.js';
import type { MenuEntry } from '../../../ui/menu-entry.js';
import { Spinner } from '../../../ui/spinner.js';
import { useShareEntries } from '../../../cards/use-share.js';
import { attempt } from '../../../api/attempt.js';
import { useMarkCapsuleMutation, usePrepareArchiveMutation, useActOnCapsuleMutation } from './capsules-api.js';
import { useNames } from '../../../platform/account/names.js';
import { useOpenedOnce } from '../../../ui/use-opened-once.js';
import { EditCapsule } from './late-dialogs.js';
import { useCover } from './use-cover.js';

export function CapsuleMenu({ capsule }: { capsule: CapsuleView }) {
  const [asked, setAsked] = useState<'edit' | 'delete' | null>(null);
  const [mark] = useMarkCapsuleMutation();
  const { takeAlong, isPreparing } = useTakeAlong();
  const cover = useCover(capsule);
  const { _id: id, hidden, actions, title, deletedAt } = capsule;
  const shares = useShareEntries({ type: 'capsule', id, title });
  const close = (): void => setAsked(null);
  const wasEdited = useOpenedOnce(asked === 'edit');
  const entries: MenuEntry[] = [
    ...(deletedAt === null ? shares : []),
    // The server allows a change of the outside wherever it allows one of the details.
    ...(actions.includes('change_appearance')
      ? [{ id: 'edit', label: t('capsules.edit'), icon: <Pencil size={18} />, onAction: () => setAsked('edit') }]
      : []),
    ...cover.entries,
    ...(actions.includes('take_along')
      ? [
          {
            id: 'take',
            label: t('capsules.takeAlong'),
            icon: <Download size={18} />,
            onAction: () => void takeAlong(id),
          },
        ]
      : []),
    {
      id: 'hide',
      label: t(hidden ? 'capsules.show' : 'capsules.hide'),
      icon: hidden ? <Eye size={18} /> : <EyeOff size={18} />,
      onAction: () => void attempt(mark({ id, mark: 'hidden', on: !hidden })),
    },
    ...(actions.includes('delete')
      ? [
          {
            id: 'delete',
            label: t('capsules.delete'),
            icon: <Trash2 size={18} />,
            danger: true,
            onAction: () => setAsked('delete'),
          },
        ]
      : []),
  ];
  return (
    <>
      {cover.field}
      {cover.isPending && <Spinner label={t('capsules.addingCover')} />}
      {isPreparing && <Spinner label={t('capsules.preparingCopy')} />}
      <Menu
        label={t('capsules.more')}
        entries={entries}
        trigger={
          <IconButton label={t('capsules.more')}>
            <Ellipsis size={20} aria-hidden />
          </IconButton>
        }
      />
      {wasEdited && <EditCapsule capsule={capsule} isOpen={asked === 'edit'} onClose={close} />}
      <DeleteCapsule capsule={capsule} isOpen={asked === 'delete'} onClose={close} />
    </>
  );
}

/** Downloads a copy of a capsule: the server names the address once it has allowed it, and the browser shows the progress. */
function useTakeAlong(): { takeAlong: (id: string) => Promise<void>; isPreparing: boolean } {
  const [prepare, { isLoading }] = usePrepareArchiveMutation();
  const takeAlong = async (id: string): Promise<void> => {
    const { data, error } = await prepare(id);
    if (!data) return showFailure(error, t('common.failed'));
    const link = document.createElement('a');
    link.href = data.url;
    link.download = '';
    link.click();
  };
  return { takeAlong, isPreparing: isLoading };
}

function DeleteCapsule({ capsule, isOpen, onClose }: { capsule: CapsuleView; isOpen: boolean; onClose: () => void }) {
  const { nameOf } = useNames();
  const [press, { isLoading }] = useActOnCapsuleMutation();
  const isAlone =
    capsule.status === 'collecting' && Object.keys(capsule.counts.byUser).every((user) => user === capsule.createdBy);
  const confirm = async (): Promise<void> => {
    const { error } = await press({ id: capsule._id, press: 'delete' });
    // The request is recorded: the page shows that it waits for the partner.
    if (error && failureOf(error).code !== 'PARTNER_CONTENT') showFailure(error, t('common.failed'));
    onClose();
  };
  return (
    <ConfirmDialog
      title={t('capsules.deleteQuestion')}
      isOpen={isOpen}
      onClose={onClose}
      onConfirm={() => void confirm()}
      confirmLabel={t('capsules.delete')}
      isPending={isLoading}
    >
      <p>{isAlone ? t('capsules.deleteAlone') : t('capsules.deleteBoth', { partner: nameOf('') })}</p>
    </ConfirmDialog>
  );
}
