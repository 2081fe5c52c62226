import type { ConversationState } from '@duet/contracts';
import { getSettings } from './settings.js';
import { moveDelivered, moveMarker } from './live-calls.js';
import { live } from './live-state.js';
import type { LiveStore } from './live-store.js';
import { session } from './session.js';
import type { SocketLink } from './socket.js';

/** What arrives within this time is reported at once, in milliseconds; whoever reads it meanwhile has no need of it. */
const GATHER = 400;

/** Tells how far this person has read, and how far messages have reached this device. Both only move forward, so a repeat does no harm. */
export function createMarkers(store: LiveStore, link: SocketLink, caughtUp: () => void) {
  let reading: number | null = null;
  let arrived = 0;
  let gathering: ReturnType<typeof setTimeout> | undefined;

  const held = (): ConversationState | null => store.getState().live.held;
  const showsReceipts = (): boolean => getSettings.select()(store.getState()).data?.privacy.readReceipts !== false;

  /** The newest that a device of this person's is known to have, read or not. */
  const known = (chatId: string): number => {
    const state = held();
    const marker = state?.chatId === chatId ? state.markers[session.get().user?._id ?? ''] : undefined;
    return Math.max(marker?.deliveredUpTo ?? 0, marker?.upTo ?? 0, reading ?? 0);
  };

  function report(chatId: string): void {
    const upTo = arrived;
    if (upTo <= known(chatId) || !showsReceipts()) return;
    if (link.status() === 'connected') link.wire.emit('message_delivered', { chatId, upTo });
    else void store.dispatch(moveDelivered.initiate({ chatId, upTo }, { track: false }));
  }

  return {
    /** A message of the partner's has reached this device. */
    delivered(chatId: string, seq: number): void {
      arrived = Math.max(arrived, seq);
      if (arrived <= known(chatId)) return;
      clearTimeout(gathering);
      gathering = setTimeout(() => report(chatId), GATHER);
    },

    /** Everything up to this seq has been seen. */
    async markRead(userId: string, upTo: number): Promise<void> {
      const state = held();
      if (!state || (state.markers[userId]?.upTo ?? 0) >= upTo || (reading ?? 0) >= upTo) return;
      reading = upTo;
      const { chatId } = state;
      const answer = link.status() === 'connected' ? await link.wire.ask('message_read', { chatId, upTo }).catch(() => null) : null;
      const marker = answer?.ok ? answer.data : (await store.dispatch(moveMarker.initiate({ chatId, upTo }, { track: false }))).data;
      reading = null;
      if (marker) store.dispatch(live.arrived({ kind: 'change', chatId, change: { kind: 'marker', rev: marker.rev, marker } }));
      caughtUp();
    },

    /** Another conversation, or another person. */
    forget(): void {
      clearTimeout(gathering);
      arrived = 0;
      reading = null;
    },
  };
}
