import type { PartnerView, PersonView } from '../auth/views.js';

export interface PartnerRequestView {
  _id: string;
  id: string;
  sender: PersonView;
  receiver: PersonView;
  message: string;
  createdAt: string;
  expiresAt: string;
}

/** The couple as both members see it. `version` grows with every link and unlink. */
export interface CoupleView {
  _id: string;
  chatId: string;
  linkedAt: string;
  timezone: string;
  version: number;
}

export interface PartnerStatus {
  hasPartner: boolean;
  partner: PartnerView | null;
  couple: CoupleView | null;
  pendingRequests: number;
}

export interface InviteView {
  code: string;
  expiresAt: string;
}

/** What a code says to whoever holds it: the first name of who issued it, nothing else about them. */
export interface InviteOffer {
  firstName: string;
  expiresAt: string;
}

/** `unlinked` tells of the couple that the block ended, if it ended one. */
export interface Blocked {
  person: PersonView;
  unlinked: Unlinked | null;
}

/** What a link attempt led to: a couple at once, or a request that now waits for the other's answer. */
export interface LinkOutcome {
  partner: PartnerView | null;
  couple: CoupleView | null;
  request: PartnerRequestView | null;
}

/** Who was unlinked; the edge waits for `version` to arrive where it matters. */
export interface Unlinked {
  coupleId: string;
  version: number;
}
