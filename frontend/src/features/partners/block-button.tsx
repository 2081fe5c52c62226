import type { PersonView } from '@duet/contracts';
import { Ban } from 'lucide-react';
import { useState } from 'react';
import { showFailure } from '../../api/show-failure.js';
import { usePartner } from '../../platform/account/partner-status.js';
import { t } from '../../texts/index.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { IconButton } from '../../ui/icon-button.js';
import { useBlockMutation } from './partners-api.js';
import { UnlinkEffects } from './unlink-effects.js';

export function BlockButton({ person }: { person: PersonView }) {
  const { partner } = usePartner();
  const [asking, setAsking] = useState(false);
  const [block, { isLoading }] = useBlockMutation();
  const confirm = async (): Promise<void> => {
    const { error } = await block({ userId: person._id });
    if (error) return showFailure(error);
    setAsking(false);
  };
  return (
    <>
      <IconButton label={t('partners.blockFirstName', { firstName: person.firstName })} onPress={() => setAsking(true)}>
        <Ban size={18} aria-hidden />
      </IconButton>
      <ConfirmDialog
        title={t('partners.blockFirstNameQuestion', { firstName: person.firstName })}
        isOpen={asking}
        onClose={() => setAsking(false)}
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
    </>
  );
}
