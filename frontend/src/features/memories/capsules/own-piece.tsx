import type { CapsuleView, ContributionView } from '@duet/contracts';
import { PenLine, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useSession } from '../../../platform/session/session.js';
import { t } from '../../../texts/index.js';
import { ConfirmDialog } from '../../../ui/confirm-dialog.js';
import { IconButton } from '../../../ui/icon-button.js';
import { isKept } from './album/album-rows.js';
import { attempt } from '../../../api/attempt.js';
import { useDeleteContributionMutation } from './capsules-api.js';
import { CaptionDialog } from './caption-dialog.js';
import { Piece } from './piece.js';

/** A contribution. While the capsule collects, its author can remove it, and write a caption under what was kept. */
export function OwnPiece({ capsule, contribution }: { capsule: CapsuleView; contribution: ContributionView }) {
  const self = useSession().user?._id;
  const [remove, { isLoading }] = useDeleteContributionMutation();
  const [asks, setAsks] = useState(false);
  const [writes, setWrites] = useState(false);
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
              {isKept(contribution) && (
                <IconButton
                  label={t(contribution.text === '' ? 'capsules.addCaption' : 'capsules.editCaption')}
                  onPress={() => setWrites(true)}
                >
                  <PenLine size={16} aria-hidden />
                </IconButton>
              )}
              <IconButton label={t('capsules.removeThis')} onPress={() => setAsks(true)}>
                <Trash2 size={16} aria-hidden />
              </IconButton>
            </>
          )
        }
      />
      <CaptionDialog contribution={contribution} isOpen={writes} onClose={() => setWrites(false)} />
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
