import type { CapsuleView, ContributionView } from '@duet/contracts';
import { PenLine, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useSession } from '../../../platform/session/session.js';
import { t } from '../../../texts/index.js';
import { ConfirmDialog } from '../../../ui/confirm-dialog.js';
import { IconButton } from '../../../ui/icon-button.js';
import { useOpenedOnce } from '../../../ui/use-opened-once.js';
import { attempt } from '../../../api/attempt.js';
import { useDeleteContributionMutation } from './capsules-api.js';
import { EditContribution } from './late-dialogs.js';
import { Piece } from './piece.js';

/** A contribution. While the capsule collects, its author can change and remove it. */
export function OwnPiece({ capsule, contribution }: { capsule: CapsuleView; contribution: ContributionView }) {
  const self = useSession().user?._id;
  const [remove, { isLoading }] = useDeleteContributionMutation();
  const [asks, setAsks] = useState(false);
  const [edits, setEdits] = useState(false);
  const wasEdited = useOpenedOnce(edits);
  const ids = { id: capsule._id, contributionId: contribution._id };
  const confirm = async (): Promise<void> => {
    if (await attempt(remove(ids))) setAsks(false);
  };
  const isMine = contribution.author === self && capsule.actions.includes('contribute');
  return (
    <>
      <Piece
        contribution={contribution}
        actions={
          isMine && (
            <>
              <IconButton label={t('capsules.changeThis')} onPress={() => setEdits(true)}>
                <PenLine size={16} aria-hidden />
              </IconButton>
              <IconButton label={t('capsules.removeThis')} onPress={() => setAsks(true)}>
                <Trash2 size={16} aria-hidden />
              </IconButton>
            </>
          )
        }
      />
      {wasEdited && (
        <EditContribution
          capsule={capsule}
          contribution={contribution}
          isOpen={edits}
          onClose={() => setEdits(false)}
        />
      )}
      <ConfirmDialog
        title={t('capsules.removeQuestion')}
        isOpen={asks}
        onClose={() => setAsks(false)}
        onConfirm={() => void confirm()}
        confirmLabel={t('capsules.remove')}
        isPending={isLoading}
      >
        <p>{t('capsules.removeWords')}</p>
      </ConfirmDialog>
    </>
  );
}
