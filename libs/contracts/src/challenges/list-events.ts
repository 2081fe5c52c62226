import { defineEvent } from '../bus/event.js';
import type { PartnerActivity } from '../realtime/socket-events.js';

/** A list or an item of it changed. It carries the list's new rev and never a word of it. */
export const listChanged = defineEvent<{ coupleId: string; activity: PartnerActivity }>()({
  name: 'list.changed',
  durable: false,
  deliver: ({ coupleId, activity }) => [{ to: { couple: coupleId }, event: 'partner_activity', data: activity }],
});
