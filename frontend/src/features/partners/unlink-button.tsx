import { useState } from 'react';
import { usePartner } from '../../platform/account/partner-status.js';
import { t } from '../../texts/index.js';
import { Button } from '../../ui/button.js';
import { UnlinkDialog } from './unlink-dialog.js';

export function UnlinkButton() {
  const { partner } = usePartner();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button look="dangerQuiet" isDisabled={partner === null} onPress={() => setAsking(true)}>
        {t('partners.unlinkPartner')}
      </Button>
      {partner && <UnlinkDialog partner={partner} isOpen={asking} onClose={() => setAsking(false)} />}
    </>
  );
}
