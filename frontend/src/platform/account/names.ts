import { t } from '../../texts/index.js';
import { useSession } from '../session/session.js';
import { asCalled, usePartner } from './partner-status.js';

/** The person who acted in a sentence: `by` selects its words, `name` is the name that the reader knows. */
export interface NamedPerson {
  by: 'you' | 'other';
  name: string;
}

export interface CoupleNames {
  /** The reader's id. */
  self: string | undefined;
  partnerId: string | undefined;
  /** The partner's first name, or what the reader calls them. */
  partner: string;
  nameOf: (userId: string) => string;
  actorOf: (userId: string) => NamedPerson;
}

/** How the two are called on the reader's screen. */
export function useNames(): CoupleNames {
  const self = useSession().user?._id;
  const { partner: person, nickname } = usePartner();
  const partner = person ? asCalled(person, nickname).firstName : t('common.deletedUser');
  const nameOf = (userId: string): string => (userId === self ? t('common.you') : partner);
  return {
    self,
    partnerId: person?._id,
    partner,
    nameOf,
    actorOf: (userId) => ({ by: userId === self ? 'you' : 'other', name: nameOf(userId) }),
  };
}
