import type { WishView } from '@duet/contracts';
import { Ellipsis, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { attempt } from '../../api/attempt.js';
import { t } from '../../texts/index.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { IconButton } from '../../ui/icon-button.js';
import { Menu } from '../../ui/menu.js';
import { EditWish } from './wish-form.js';
import { useDeleteWishMutation } from './wishes-api.js';

/** The rare actions on an own wish. */
export function WishMenu({ wish }: { wish: WishView }) {
  const [asked, setAsked] = useState<'change_details' | 'delete' | null>(null);
  const [remove, { isLoading }] = useDeleteWishMutation();
  const { _id: id, actions, status, title } = wish;
  const close = (): void => setAsked(null);
  const confirm = async (): Promise<void> => {
    if (await attempt(remove({ id }))) close();
  };
  const entries = [
    {
      id: 'change_details' as const,
      label: t('wishes.change'),
      icon: <Pencil size={18} />,
      onAction: () => setAsked('change_details'),
    },
    {
      id: 'delete' as const,
      label: t('wishes.delete'),
      icon: <Trash2 size={18} />,
      danger: true,
      onAction: () => setAsked('delete'),
    },
  ].filter((entry) => actions.includes(entry.id));
  if (entries.length === 0) return null;
  const label = t('wishes.more', { title });
  return (
    <>
      <Menu
        label={label}
        entries={entries}
        trigger={
          <IconButton label={label}>
            <Ellipsis size={20} aria-hidden />
          </IconButton>
        }
      />
      <EditWish wish={wish} isOpen={asked === 'change_details'} onClose={close} />
      <ConfirmDialog
        title={t('wishes.deleteQuestion')}
        isOpen={asked === 'delete'}
        onClose={close}
        onConfirm={() => void confirm()}
        confirmLabel={t('wishes.delete')}
        isPending={isLoading}
      >
        <p>{t(status === 'fulfilled' ? 'wishes.deleteFulfilledWords' : 'wishes.deleteWords')}</p>
      </ConfirmDialog>
    </>
  );
}
