import {
  challengeProgressed,
  coupleLinked,
  couplePartsChanged,
  couplePurged,
  coupleTimezoneChanged,
  coupleUnlinked,
  dailyRevealed,
  fileProcessed,
  filesChanged,
  goalProgressed,
  keepsakePurged,
  listCreated,
  storyKeepsakePurged,
  storyProgressed,
  userDeleted,
  userProfileChanged,
  wishProgressed,
} from '@duet/contracts';
import type { BusUse } from '@duet/service-kit';

/**
 * The calls, events and live updates of challenges on the bus.
 * The server's permissions and service-kit's checks follow from it.
 */
export const bus = {
  process: 'challenges',
  serves: true,
  produces: [challengeProgressed, filesChanged, goalProgressed, listCreated, storyProgressed, wishProgressed],
  consumes: [
    coupleLinked,
    couplePartsChanged,
    couplePurged,
    coupleTimezoneChanged,
    coupleUnlinked,
    dailyRevealed,
    fileProcessed,
    keepsakePurged,
    storyKeepsakePurged,
    userDeleted,
    userProfileChanged,
  ],
  erasesEvents: true,
} as const satisfies BusUse;

declare module '@duet/service-kit' {
  interface DeclaredBus {
    challenges: typeof bus;
  }
}
