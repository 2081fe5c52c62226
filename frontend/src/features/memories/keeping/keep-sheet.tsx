import { useEffect } from 'react';
import { useObservable } from '../../../observable/observable.js';
import { t } from '../../../texts/index.js';
import { Dialog } from '../../../ui/dialog.js';
import { late, sayMissing } from '../../../ui/late.js';
import { closeKeeping, keepRequest } from './keep-requests.js';

const KeepPlaces = late(
  async () => (await import('./keep-places.js')).KeepPlaces,
  null,
  () => {
    sayMissing();
    closeKeeping();
  },
);

/** Asks where to keep something: the press that opened it is the first tap, a capsule is the second. */
export function KeepSheet() {
  const request = useObservable(keepRequest);
  // The next page, or the next user, starts without this question.
  useEffect(() => closeKeeping, []);
  return (
    <Dialog title={t('capsules.keepTitle')} isOpen={request !== null} onClose={closeKeeping}>
      {request && <KeepPlaces request={request} />}
    </Dialog>
  );
}
