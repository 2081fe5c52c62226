import {
  capsuleProgressed,
  coupleLinked,
  couplePurged,
  coupleUnlinked,
  dailyRevealed,
  goalProgressed,
  noticeIssued,
  userDeleted,
  userProfileChanged,
  userRegistered,
} from '@duet/contracts';
import type { BusUse } from '@duet/service-kit';

/**
 * What pairing does on the bus.
 * The server's permissions and service-kit's checks follow from it.
 */
export const bus = {
  process: 'pairing',
  serves: true,
  produces: [coupleLinked, coupleUnlinked, couplePurged, dailyRevealed, noticeIssued],
  consumes: [capsuleProgressed, goalProgressed, userDeleted, userProfileChanged, userRegistered],
  erasesEvents: true,
} as const satisfies BusUse;

declare module '@duet/service-kit' {
  interface DeclaredBus {
    pairing: typeof bus;
  }
}
