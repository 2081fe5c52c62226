import type { PersonFact } from '../auth/views.js';
import { defineEvent } from '../core/event.js';

export interface CoupleLinked {
  coupleId: string;
  members: [PersonFact, PersonFact];
  linkedAt: string;
  timezone: string;
  version: number;
}

export interface CoupleUnlinked {
  coupleId: string;
  members: [string, string];
  endedAt: string;
  version: number;
}

/** The couple ended too long ago to come back: whoever keeps something of it removes that for good. */
export interface CouplePurged {
  coupleId: string;
  members: [string, string];
  version: number;
}

export interface PartnerRequestFact {
  requestId: string;
  senderId: string;
  receiverId: string;
  senderFirstName: string;
}

const linkedFor = (fact: CoupleLinked, self: PersonFact, partner: PersonFact) => ({
  to: { user: self._id },
  event: 'partner_linked' as const,
  data: { firstName: partner.firstName, chatId: fact.coupleId },
});

export const coupleLinked = defineEvent<CoupleLinked>()({
  name: 'couple.linked',
  durable: true,
  personal: true,
  deliver: (fact) => {
    const [a, b] = fact.members;
    return [linkedFor(fact, a, b), linkedFor(fact, b, a)];
  },
});

export const coupleUnlinked = defineEvent<CoupleUnlinked>()({
  name: 'couple.unlinked',
  durable: true,
  deliver: (fact) =>
    fact.members.map((user) => ({
      to: { user },
      event: 'partner_activity',
      data: { kind: 'unlinked', entity: { type: 'couple', id: fact.coupleId }, at: fact.endedAt },
    })),
});

export const couplePurged = defineEvent<CouplePurged>()({ name: 'couple.purged', durable: true });

/** Both people's request lists changed: sent, answered, withdrawn or expired. */
const requestChanged = (kind: 'request_received' | 'request_closed') => (fact: PartnerRequestFact) =>
  [fact.senderId, fact.receiverId].map((user) => ({
    to: { user },
    event: 'partner_activity' as const,
    data: {
      kind,
      by: { _id: fact.senderId, firstName: fact.senderFirstName },
      entity: { type: 'partner_request' as const, id: fact.requestId },
      at: new Date().toISOString(),
    },
  }));

export const requestSent = defineEvent<PartnerRequestFact>()({
  name: 'partner-request.sent',
  durable: false,
  deliver: requestChanged('request_received'),
});

export const requestClosed = defineEvent<PartnerRequestFact>()({
  name: 'partner-request.closed',
  durable: false,
  deliver: requestChanged('request_closed'),
});
