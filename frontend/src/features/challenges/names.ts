import { asCalled, usePartner } from '../../platform/account/partner-status.js';
import { useSession } from '../../platform/session/session.js';
import { t } from '../../texts/index.js';

export interface CoupleNames {
  /** The reader's id. */
  self: string | undefined;
  /** The partner's first name, or what the reader calls them. */
  partner: string;
  nameOf: (userId: string) => string;
}

/** How the two are called on the reader's screen. */
export function useNames(): CoupleNames {
  const self = useSession().user?._id;
  const { partner: person, nickname } = usePartner();
  const partner = person ? asCalled(person, nickname).firstName : t('challenges.deletedUser');
  return { self, partner, nameOf: (userId) => (userId === self ? t('challenges.you') : partner) };
}
