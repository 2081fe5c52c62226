import { LIMITS } from '@duet/contracts/plain';
import { Pencil, Trash2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { t } from '../../../../texts/index.js';
import { Button } from '../../../../ui/button.js';
import { ConfirmDialog } from '../../../../ui/confirm-dialog.js';
import { Dialog, DialogActions } from '../../../../ui/dialog.js';
import { IconButton } from '../../../../ui/icon-button.js';
import { TextArea } from '../../../../ui/text-area.js';
import { attempt } from '../../../../api/attempt.js';
import { useChangeCaptionMutation, useDeleteContributionMutation } from '../capsules-api.js';
import styles from '../capsules.module.css';
import type { Visual } from './album-rows.js';

/** The author's actions on a picture or video in the viewer. */
export function VisualActions({ visual }: { visual: Visual }) {
  const [asked, setAsked] = useState<'caption' | 'remove' | null>(null);
  const [remove, { isLoading }] = useDeleteContributionMutation();
  const { contribution } = visual;
  const close = (): void => setAsked(null);
  const confirm = async (): Promise<void> => {
    if (await attempt(remove({ id: contribution.capsuleId, contributionId: contribution._id }))) close();
  };
  return (
    <>
      <IconButton label={t('album.caption')} onPress={() => setAsked('caption')}>
        <Pencil size={20} aria-hidden />
      </IconButton>
      <IconButton label={t('capsules.removeThis')} onPress={() => setAsked('remove')}>
        <Trash2 size={20} aria-hidden />
      </IconButton>
      <Dialog title={t('album.caption')} isOpen={asked === 'caption'} onClose={close}>
        <CaptionForm visual={visual} onClose={close} />
      </Dialog>
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

function CaptionForm({ visual: { attachment, contribution }, onClose }: { visual: Visual; onClose: () => void }) {
  const [change, { isLoading }] = useChangeCaptionMutation();
  const [caption, setCaption] = useState(attachment.caption);
  const isTooLong = [...caption].length > LIMITS.attachmentCaptionLength;
  const ids = { id: contribution.capsuleId, contributionId: contribution._id, attachmentId: attachment.id };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (!isTooLong && (await attempt(change({ ...ids, caption: caption.trim() })))) onClose();
  };
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className={styles.form}>
      <TextArea
        label={t('album.captionLabel')}
        value={caption}
        onChange={setCaption}
        limit={LIMITS.attachmentCaptionLength}
        rows={3}
        autoFocus
      />
      <DialogActions>
        <Button onPress={onClose}>{t('common.cancel')}</Button>
        <Button type="submit" look="primary" isPending={isLoading} isDisabled={isTooLong}>
          {t('capsules.save')}
        </Button>
      </DialogActions>
    </form>
  );
}
