import { defineEvent } from '../bus/event.js';
import type { PartnerActivity } from '../realtime/socket-events.js';

/** Ids only: not even the title, which its copies would outlive. */
export interface ListCreated {
  coupleId: string;
  listId: string;
  actorId: string;
}

/** A list was created. Its key is the couple. */
export const listCreated = defineEvent<ListCreated>()({ name: 'list.created', durable: true });

/** A list or an item of it changed. It carries the list's new rev and never a word of it. */
export const listChanged = defineEvent<{ coupleId: string; activity: PartnerActivity }>()({
  name: 'list.changed',
  durable: false,
  deliver: ({ coupleId, activity }) => [{ to: { couple: coupleId }, event: 'partner_activity', data: activity }],
});
