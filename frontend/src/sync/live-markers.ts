import type { ClientConversation, ReadMarkerView } from '@duet/contracts';
import { markerOf } from '@duet/contracts/plain';
import { getSettings } from '../platform/account/settings.js';
import { moveDelivered, moveMarker } from './live-calls.js';
import { live } from './live-state.js';
import type { LiveStore } from './live-store.js';
import { session } from '../platform/session/session.js';
import type { SocketLink } from './socket.js';

/** Deliveries within this time are reported together, in milliseconds; messages read meanwhile need no report. */
const REPORT_DELAY = 400;

/** Reports how far the user has read and how far messages are delivered here. Markers only move forward, so repeats are harmless. */
export function createMarkers(store: LiveStore, link: SocketLink, caughtUp: () => void) {
  let reading: number | null = null;
  let arrived = 0;
  let gathering: ReturnType<typeof setTimeout> | undefined;

  const current = (): ClientConversation | null => store.getState().live.conversation;
  const showsReceipts = (): boolean => getSettings.select()(store.getState()).data?.privacy.readReceipts !== false;

  /** The newest seq that one of the user's devices is known to have. */
  const knownDelivered = (chatId: string): number => {
    const state = current();
    const marker = state?.chatId === chatId ? markerOf(state, session.get().user?._id ?? '') : undefined;
    return Math.max(marker?.deliveredUpTo ?? 0, marker?.upTo ?? 0, reading ?? 0);
  };

  function report(chatId: string): void {
    const upTo = arrived;
    if (upTo <= knownDelivered(chatId) || !showsReceipts()) return;
    if (link.status() === 'connected') link.wire.emit('message_delivered', { chatId, upTo });
    else void store.dispatch(moveDelivered.initiate({ chatId, upTo }, { track: false }));
  }

  /** The own marker is own state (`ownRev`); the marker that the partner sees has a `rev`. */
  function moved(chatId: string, marker: ReadMarkerView): void {
    store.dispatch(live.arrived({ kind: 'change', chatId, change: { kind: 'marker', rev: marker.rev, marker } }));
    if (marker.ownRev !== undefined)
      store.dispatch(live.arrived({ kind: 'own', chatId, change: { kind: 'marker', ownRev: marker.ownRev, marker } }));
  }

  return {
    /** A message of the partner has arrived on this device. */
    delivered(chatId: string, seq: number): void {
      arrived = Math.max(arrived, seq);
      if (arrived <= knownDelivered(chatId)) return;
      clearTimeout(gathering);
      gathering = setTimeout(() => report(chatId), REPORT_DELAY);
    },

    /** The user has read everything up to this seq. */
    async markRead(userId: string, upTo: number): Promise<void> {
      const state = current();
      if (!state || (markerOf(state, userId)?.upTo ?? 0) >= upTo || (reading ?? 0) >= upTo) return;
      reading = upTo;
      const { chatId } = state;
      const answer =
        link.status() === 'connected' ? await link.wire.ask('message_read', { chatId, upTo }).catch(() => null) : null;
      const marker = answer?.ok
        ? answer.data
        : (await store.dispatch(moveMarker.initiate({ chatId, upTo }, { track: false }))).data;
      reading = null;
      if (marker) moved(chatId, marker);
      caughtUp();
    },

    /** The conversation or the user changed. */
    forget(): void {
      clearTimeout(gathering);
      arrived = 0;
      reading = null;
    },
  };
}
