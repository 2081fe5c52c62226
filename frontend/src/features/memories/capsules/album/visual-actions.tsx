import type { CapsuleView } from '@duet/contracts';
import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { t } from '../../../../texts/index.js';
import { ConfirmDialog } from '../../../../ui/confirm-dialog.js';
import { IconButton } from '../../../../ui/icon-button.js';
import { useOpenedOnce } from '../../../../ui/use-opened-once.js';
import { attempt } from '../../../../api/attempt.js';
import { useDeleteContributionMutation } from '../capsules-api.js';
import { EditContribution } from '../late-dialogs.js';
import type { Visual } from './album-rows.js';

/** The author's actions on a picture or video in the viewer. */
export function VisualActions({ capsule, visual }: { capsule: CapsuleView; visual: Visual }) {
  const [asked, setAsked] = useState<'edit' | 'remove' | null>(null);
  const wasEdited = useOpenedOnce(asked === 'edit');
  const [remove, { isLoading }] = useDeleteContributionMutation();
  const { attachment, contribution } = visual;
  const close = (): void => setAsked(null);
  const confirm = async (): Promise<void> => {
    if (await attempt(remove({ id: contribution.capsuleId, contributionId: contribution._id }))) close();
  };
  return (
    <>
      <IconButton label={t('capsules.changeThis')} onPress={() => setAsked('edit')}>
        <Pencil size={20} aria-hidden />
      </IconButton>
      <IconButton label={t('capsules.removeThis')} onPress={() => setAsked('remove')}>
        <Trash2 size={20} aria-hidden />
      </IconButton>
      {wasEdited && (
        <EditContribution
          capsule={capsule}
          contribution={contribution}
          attachment={attachment}
          isOpen={asked === 'edit'}
          onClose={close}
        />
      )}
      <ConfirmDialog
        title={t('capsules.removeQuestion')}
        isOpen={asked === 'remove'}
        onClose={close}
        onConfirm={() => void confirm()}
        confirmLabel={t('capsules.remove')}
        isPending={isLoading}
      >
        <p>{t('capsules.removeWords')}</p>
      </ConfirmDialog>
    </>
  );
}
