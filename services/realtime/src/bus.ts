import {
  conversationHeads,
  getProfile,
  listRevokedSessions,
  markDelivered,
  markRead,
  sendBatch,
  toggleReaction,
} from '@duet/contracts';
import type { BusUse } from '@duet/service-kit';

/**
 * What realtime does on the bus: it makes the calls of the sockets and listens to live updates.
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
  ],
  listensTo: ['live', 'live.control'],
} as const satisfies BusUse;

declare module '@duet/service-kit' {
  interface DeclaredBus {
    realtime: typeof bus;
  }
}
