import { asCalled, usePartner } from '../../platform/account/partner-status.js';
import { useSession } from '../../platform/session/session.js';
import { t } from '../../texts/index.js';

/** The reader's id, and what they call their partner. */
export function useNames(): { self: string | undefined; partner: string } {
  const self = useSession().user?._id;
  const { partner: person, nickname } = usePartner();
  return { self, partner: person ? asCalled(person, nickname).firstName : t('goals.deletedUser') };
}
