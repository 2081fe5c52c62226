import type { PartnerView } from '@duet/contracts';
import { LIMITS, TEXTS } from '@duet/contracts/plain';
import { showFailure } from '../../api/show-failure.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { toast } from '../../ui/toast-queue.js';
import { useUnlinkMutation } from './partners-api.js';
import styles from './partners.module.css';

/** Names what an unlink does, and asks for the word. Never for a reason. */
export function UnlinkDialog({ partner, isOpen, onClose }: { partner: PartnerView; isOpen: boolean; onClose: () => void }) {
  const [unlink, { isLoading }] = useUnlinkMutation();
  const confirm = async (): Promise<void> => {
    const { error } = await unlink();
    if (error) return showFailure(error, TEXTS.fallback.unlinkPartner);
    onClose();
    toast.success(TEXTS.success.unlinkPartner);
  };
  return (
    <ConfirmDialog
      title={`Unlink from ${partner.firstName}?`}
      isOpen={isOpen}
      onClose={onClose}
      onConfirm={() => void confirm()}
      confirmLabel="Unlink"
      word="UNLINK"
      isPending={isLoading}
    >
      <ul className={styles.effects}>
        <li>It happens at once, for both of you.</li>
        <li>Your conversation closes. Neither of you can read or write in it.</li>
        <li>
          For {LIMITS.exportDaysAfterUnlink} days both of you can export what you could see, or link again and find everything.
        </li>
      </ul>
    </ConfirmDialog>
  );
}
