import type { PersonView } from '@duet/contracts';
import { showFailure } from '../../api/show-failure.js';
import { usePartner } from '../../platform/account/partner-status.js';
import { t } from '../../texts/index.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { useBlockMutation } from './partners-api.js';
import { UnlinkEffects } from './unlink-effects.js';

/** Asks before it blocks a person. */
export function BlockDialog({ person, isOpen, onClose }: { person: PersonView; isOpen: boolean; onClose: () => void }) {
  const { partner } = usePartner();
  const [block, { isLoading }] = useBlockMutation();
  const confirm = async (): Promise<void> => {
    const { error } = await block({ userId: person._id });
    if (error) return showFailure(error);
    onClose();
  };
  return (
    <ConfirmDialog
      title={t('partners.blockFirstNameQuestion', { firstName: person.firstName })}
      isOpen={isOpen}
      onClose={onClose}
      onConfirm={() => void confirm()}
      confirmLabel={t('partners.block')}
      isPending={isLoading}
    >
      <p>{t('partners.theyNeitherFindYouNorReach')}</p>
      {partner?._id === person._id && (
        <>
          <p>{t('partners.blockingUnlinksToo')}</p>
          <UnlinkEffects />
        </>
      )}
    </ConfirmDialog>
  );
}
