import { defineEvent } from '../bus/event.js';
import type { PartnerActivity } from '../realtime/socket-events.js';

/** The stages of a wish that belong in the list of activities. */
export const WISH_STAGES = ['redeemed', 'fulfilled'] as const;
export type WishStage = (typeof WISH_STAGES)[number];

/** Ids only: not even the title, which its copies would outlive. */
export interface WishProgressed {
  coupleId: string;
  wishId: string;
  step: WishStage;
  actorId: string;
}

/** A wish was redeemed or fulfilled. Its key is the couple. */
export const wishProgressed = defineEvent<WishProgressed>()({ name: 'wish.progressed', durable: true });

/** Something about a wish changed. It names the change and never a word of the wish. */
export const wishChanged = defineEvent<{ coupleId: string; activity: PartnerActivity }>()({
  name: 'wish.changed',
  durable: false,
  deliver: ({ coupleId, activity }) => [{ to: { couple: coupleId }, event: 'partner_activity', data: activity }],
});
