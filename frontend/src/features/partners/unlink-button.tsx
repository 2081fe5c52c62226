import { useState } from 'react';
import { usePartner } from '../../api/partner-status.js';
import { Button } from '../../ui/button.js';
import { UnlinkDialog } from './unlink-dialog.js';

export function UnlinkButton() {
  const { partner } = usePartner();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button look="dangerQuiet" isDisabled={partner === null} onPress={() => setAsking(true)}>
        Unlink Partner
      </Button>
      {partner && <UnlinkDialog partner={partner} isOpen={asking} onClose={() => setAsking(false)} />}
    </>
  );
}
