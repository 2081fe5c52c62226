import {
  conversationHeads,
  getProfile,
  listRevokedSessions,
  markDelivered,
  markRead,
  recordLastSeen,
  sendBatch,
  toggleReaction,
} from '@duet/contracts';
import type { BusUse } from '@duet/service-kit';

/**
 * The calls of realtime on the bus, which it makes for the sockets, and the live updates it listens to.
 * The server's permissions and service-kit's checks follow from it.
 */
export const bus = {
  process: 'realtime',
  calls: [
    // auth
    getProfile,
    listRevokedSessions,
    // messaging
    conversationHeads,
    sendBatch,
    toggleReaction,
    markDelivered,
    markRead,
    recordLastSeen,
  ],
  listensTo: ['live', 'live.control'],
} as const satisfies BusUse;

declare module '@duet/service-kit' {
  interface DeclaredBus {
    realtime: typeof bus;
  }
}
