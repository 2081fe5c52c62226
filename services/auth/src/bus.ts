import {
  avatarChanged,
  exportDropped,
  exportEnded,
  exportFailed,
  exportReady,
  exportRequested,
  messageDeleted,
  messageSent,
  noticeIssued,
  reactionAdded,
  shouldPush,
  trustEnded,
  userDeleted,
  userProfileChanged,
  userRegistered,
} from '@duet/contracts';
import type { BusUse } from '@duet/service-kit';

/**
 * The calls, events and live updates of auth on the bus. It calls messaging before a push, because the message may have
 * been read meanwhile. The server's permissions and service-kit's checks follow from it.
 */
export const bus = {
  process: 'auth',
  serves: true,
  calls: [shouldPush],
  produces: [userRegistered, userProfileChanged, userDeleted, exportRequested, exportEnded, trustEnded],
  consumes: [
    avatarChanged,
    exportDropped,
    exportFailed,
    exportReady,
    messageDeleted,
    messageSent,
    noticeIssued,
    reactionAdded,
    userDeleted,
  ],
  erasesEvents: true,
} as const satisfies BusUse;

declare module '@duet/service-kit' {
  interface DeclaredBus {
    auth: typeof bus;
  }
}
