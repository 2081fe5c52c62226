import type { TogetherPart } from '../auth/settings.js';
import type { PersonSnapshot } from '../auth/views.js';
import { defineEvent } from '../bus/event.js';

/** The parts that are switched off for a couple. A higher version replaces a lower one. */
export interface HiddenParts {
  parts: TogetherPart[];
  version: number;
}

export interface CoupleLinked {
  coupleId: string;
  members: [PersonSnapshot, PersonSnapshot];
  linkedAt: string;
  timezone: string;
  /** Grows with every change of `timezone`. Events of an earlier build have none. */
  timezoneVersion?: number;
  version: number;
  /** Events of an earlier build have none. */
  hidden?: HiddenParts;
}

/** A couple's time zone. A higher version replaces a lower one; it is no version of the couple. */
export interface CoupleTimezoneChanged {
  coupleId: string;
  timezone: string;
  version: number;
  /** The day of the change, which ends in the former zone. Pairing's build before sends none. */
  running?: RunningDay;
}

export interface RunningDay {
  /** `YYYY-MM-DD` */
  day: string;
  until: string;
}

export interface CoupleUnlinked {
  coupleId: string;
  members: [string, string];
  endedAt: string;
  version: number;
}

/** An ended couple can no longer be relinked. Services erase their data of it. */
export interface CouplePurged {
  coupleId: string;
  members: [string, string];
  version: number;
}

export interface PartnerRequestUpdate {
  requestId: string;
  senderId: string;
  receiverId: string;
  senderFirstName: string;
}

const linkedFor = (event: CoupleLinked, self: PersonSnapshot, partner: PersonSnapshot) => ({
  to: { user: self._id },
  event: 'partner_linked' as const,
  data: { firstName: partner.firstName, chatId: event.coupleId },
});

/** Two people became a couple. */
export const coupleLinked = defineEvent<CoupleLinked>()({
  name: 'couple.linked',
  durable: true,
  personal: true,
  deliver: (event) => {
    const [a, b] = event.members;
    return [linkedFor(event, a, b), linkedFor(event, b, a)];
  },
});

/** A couple ended. */
export const coupleUnlinked = defineEvent<CoupleUnlinked>()({
  name: 'couple.unlinked',
  durable: true,
  deliver: (event) =>
    event.members.map((user) => ({
      to: { user },
      event: 'partner_activity',
      data: { kind: 'unlinked', entity: { type: 'couple', id: event.coupleId }, at: event.endedAt },
    })),
});

/** A member switched a part off or on, so the couple has others than before. Its key is the couple. */
export const couplePartsChanged = defineEvent<{ coupleId: string; hidden: HiddenParts }>()({
  name: 'couple.parts-changed',
  durable: true,
});

/** A member changed the couple's time zone. Its key is the couple. */
export const coupleTimezoneChanged = defineEvent<CoupleTimezoneChanged>()({
  name: 'couple.timezone-changed',
  durable: true,
});

/** An ended couple can no longer be relinked. Services erase their data of it. */
export const couplePurged = defineEvent<CouplePurged>()({ name: 'couple.purged', durable: true });

/** The delivery of a change in both people's request lists. */
const requestChanged = (kind: 'request_received' | 'request_closed') => (event: PartnerRequestUpdate) =>
  [event.senderId, event.receiverId].map((user) => ({
    to: { user },
    event: 'partner_activity' as const,
    data: {
      kind,
      by: { _id: event.senderId, firstName: event.senderFirstName },
      entity: { type: 'partner_request' as const, id: event.requestId },
      at: new Date().toISOString(),
    },
  }));

/** A partner request was sent. */
export const requestSent = defineEvent<PartnerRequestUpdate>()({
  name: 'partner-request.sent',
  durable: false,
  deliver: requestChanged('request_received'),
});

/** A partner request was answered, withdrawn or has expired. */
export const requestClosed = defineEvent<PartnerRequestUpdate>()({
  name: 'partner-request.closed',
  durable: false,
  deliver: requestChanged('request_closed'),
});
