import {
  coupleLinked,
  couplePurged,
  coupleUnlinked,
  dailyRevealed,
  goalProgressed,
  userDeleted,
  userProfileChanged,
} from '@duet/contracts';
import type { BusUse } from '@duet/service-kit';

/**
 * What challenges does on the bus.
 * The server's permissions and service-kit's checks follow from it.
 */
export const bus = {
  process: 'challenges',
  serves: true,
  produces: [goalProgressed],
  consumes: [coupleLinked, couplePurged, coupleUnlinked, dailyRevealed, userDeleted, userProfileChanged],
  erasesEvents: true,
} as const satisfies BusUse;

declare module '@duet/service-kit' {
  interface DeclaredBus {
    challenges: typeof bus;
  }
}
