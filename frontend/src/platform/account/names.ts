import { t } from '../../texts/index.js';
import { useSession } from '../session/session.js';
import { asCalled, usePartner } from './partner-status.js';

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
  const partner = person ? asCalled(person, nickname).firstName : t('common.deletedUser');
  return { self, partner, nameOf: (userId) => (userId === self ? t('common.you') : partner) };
}
