import {
  attachmentProcessed,
  coupleLinked,
  couplePurged,
  coupleUnlinked,
  messageDeleted,
  messageSent,
  previewDropped,
  previewMade,
  previewWanted,
  reactionAdded,
  trustEnded,
  userDeleted,
  userProfileChanged,
} from '@duet/contracts';
import type { BusUse } from '@duet/service-kit';

/**
 * The calls, events and live updates of messaging on the bus.
 * The server's permissions and service-kit's checks follow from it.
 */
export const bus = {
  process: 'messaging',
  serves: true,
  produces: [messageSent, messageDeleted, reactionAdded, previewWanted, previewDropped],
  consumes: [
    attachmentProcessed,
    coupleLinked,
    couplePurged,
    coupleUnlinked,
    previewMade,
    trustEnded,
    userDeleted,
    userProfileChanged,
  ],
  erasesEvents: true,
} as const satisfies BusUse;

declare module '@duet/service-kit' {
  interface DeclaredBus {
    messaging: typeof bus;
  }
}
