import {
  capsuleProgressed,
  challengeProgressed,
  coupleLinked,
  couplePartsChanged,
  couplePurged,
  coupleTimezoneChanged,
  coupleUnlinked,
  dailyRevealed,
  goalProgressed,
  listCreated,
  listReportableMessages,
  noticeIssued,
  restitutionReady,
  storyProgressed,
  trustEnded,
  userDeleted,
  userProfileChanged,
  userRegistered,
  wishProgressed,
} from '@duet/contracts';
import type { BusUse } from '@duet/service-kit';

/**
 * The calls, events and live updates of pairing on the bus. It asks messaging for the words that a person reports.
 * The server's permissions and service-kit's checks follow from it.
 */
export const bus = {
  process: 'pairing',
  serves: true,
  calls: [listReportableMessages],
  produces: [
    coupleLinked,
    coupleUnlinked,
    couplePartsChanged,
    coupleTimezoneChanged,
    couplePurged,
    dailyRevealed,
    noticeIssued,
  ],
  consumes: [
    capsuleProgressed,
    challengeProgressed,
    goalProgressed,
    listCreated,
    restitutionReady,
    storyProgressed,
    trustEnded,
    userDeleted,
    userProfileChanged,
    userRegistered,
    wishProgressed,
  ],
  erasesEvents: true,
} as const satisfies BusUse;

declare module '@duet/service-kit' {
  interface DeclaredBus {
    pairing: typeof bus;
  }
}
