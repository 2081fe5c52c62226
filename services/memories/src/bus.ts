import {
  capsuleProgressed,
  coupleLinked,
  couplePurged,
  coupleTimezoneChanged,
  coupleUnlinked,
  fileProcessed,
  filesChanged,
  getCoupleCalendar,
  getGoalKeepsakeSource,
  getKeepsakeSource,
  getRevealedQuestion,
  getStoryKeepsakeSource,
  keepsakePurged,
  listFinishedChallenges,
  listKeepableMessages,
  listYearChallenges,
  listYearMessages,
  messageDeleted,
  storyKeepsakePurged,
  userDeleted,
  userProfileChanged,
} from '@duet/contracts';
import type { BusUse } from '@duet/service-kit';

/**
 * The calls, events and live updates of memories on the bus. It asks messaging, pairing and challenges for what a person
 * keeps, because a client's copy proves nothing. The server's permissions and service-kit's checks follow from it.
 */
export const bus = {
  process: 'memories',
  serves: true,
  calls: [
    getCoupleCalendar,
    getGoalKeepsakeSource,
    getKeepsakeSource,
    getRevealedQuestion,
    getStoryKeepsakeSource,
    listFinishedChallenges,
    listKeepableMessages,
    listYearChallenges,
    listYearMessages,
  ],
  produces: [capsuleProgressed, filesChanged, keepsakePurged, storyKeepsakePurged],
  consumes: [
    coupleLinked,
    couplePurged,
    coupleTimezoneChanged,
    coupleUnlinked,
    fileProcessed,
    messageDeleted,
    userDeleted,
    userProfileChanged,
  ],
  erasesEvents: true,
} as const satisfies BusUse;

declare module '@duet/service-kit' {
  interface DeclaredBus {
    memories: typeof bus;
  }
}
