import type { PartnerView } from '@duet/contracts';
import { TEXTS } from '@duet/contracts/plain';
import { showFailure } from '../../api/show-failure.js';
import { t } from '../../texts/index.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { toast } from '../../ui/toast-queue.js';
import { useUnlinkMutation } from './partners-api.js';
import { UnlinkEffects } from './unlink-effects.js';

/** Explains what an unlink does and asks for the confirming word, not for a reason. */
export function UnlinkDialog({
  partner,
  isOpen,
  onClose,
}: {
  partner: PartnerView;
  isOpen: boolean;
  onClose: () => void;
}) {
  const [unlink, { isLoading }] = useUnlinkMutation();
  const confirm = async (): Promise<void> => {
    const { error } = await unlink();
    if (error) return showFailure(error, TEXTS.fallback.unlinkPartner);
    onClose();
    toast.success(TEXTS.success.unlinkPartner);
  };
  return (
    <ConfirmDialog
      title={t('partners.unlinkFromFirstName', { firstName: partner.firstName })}
      isOpen={isOpen}
      onClose={onClose}
      onConfirm={() => void confirm()}
      confirmLabel={t('partners.unlink')}
      word={t('partners.unlinkWord')}
      isPending={isLoading}
    >
      <UnlinkEffects />
    </ConfirmDialog>
  );
}
