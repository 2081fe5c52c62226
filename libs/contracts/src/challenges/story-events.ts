import { defineEvent } from '../bus/event.js';
import type { PartnerActivity } from '../realtime/socket-events.js';

/** The stages of a story that belong in the notification list. */
export const STORY_STAGES = ['invited', 'waiting', 'finished'] as const;
export type StoryStage = (typeof STORY_STAGES)[number];

/** Ids only: not a word of what the two chose. */
export interface StoryProgressed {
  coupleId: string;
  sessionId: string;
  step: StoryStage;
  actorId: string;
}

/** A story reached a stage that belongs in the notification list. Its key is the couple. */
export const storyProgressed = defineEvent<StoryProgressed>()({ name: 'story.progressed', durable: true });

/** Something about a story changed. It names the change and never a choice. */
export const storyChanged = defineEvent<{ coupleId: string; activity: PartnerActivity }>()({
  name: 'story.changed',
  durable: false,
  deliver: ({ coupleId, activity }) => [{ to: { couple: coupleId }, event: 'partner_activity', data: activity }],
});
