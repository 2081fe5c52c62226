import { defineEvent } from '../bus/event.js';
import type { PartnerActivity } from '../realtime/socket-events.js';

/** The stages of a goal that belong in the notification list. */
export const GOAL_STAGES = ['proposed', 'achieved'] as const;
export type GoalStage = (typeof GOAL_STAGES)[number];

/** Ids only: not even the title, which its copies would outlive. */
export interface GoalProgressed {
  coupleId: string;
  goalId: string;
  step: GoalStage;
  actorId: string;
}

/** A goal reached a stage that belongs in the notification list. Its key is the couple. */
export const goalProgressed = defineEvent<GoalProgressed>()({ name: 'goal.progressed', durable: true });

/** Something about a goal changed. It names the change and never a word of the goal. */
export const goalChanged = defineEvent<{ coupleId: string; activity: PartnerActivity }>()({
  name: 'goal.changed',
  durable: false,
  deliver: ({ coupleId, activity }) => [{ to: { couple: coupleId }, event: 'partner_activity', data: activity }],
});
