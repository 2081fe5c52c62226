import { defineEvent } from '../bus/event.js';
import type { ChallengeCompleted, ChallengeStepCompleted, ChallengeUpdated } from '../realtime/challenge-updates.js';

/** Something about a challenge changed. It names the change and never a word of what the two wrote. */
export const challengeUpdated = defineEvent<{ coupleId: string; update: ChallengeUpdated }>()({
  name: 'challenge.updated',
  durable: false,
  deliver: ({ coupleId, update }) => [{ to: { couple: coupleId }, event: 'challenge_updated', data: update }],
});

/** One of the two completed a step. The devices of both receive it; those of the actor take it as a change of the challenge. */
export const challengeStepCompleted = defineEvent<{
  /** The previous build sends none. */
  coupleId?: string;
  /** With `update`, for replicas of the previous build, which deliver to persons. */
  partnerId: string;
  step: ChallengeStepCompleted;
  update: ChallengeUpdated;
}>()({
  name: 'challenge.step-completed',
  durable: false,
  deliver: ({ coupleId, partnerId, step, update }) =>
    coupleId === undefined
      ? [
          { to: { user: partnerId }, event: 'challenge_step_completed', data: step },
          { to: { user: step.user._id }, event: 'challenge_updated', data: update },
        ]
      : [{ to: { couple: coupleId }, event: 'challenge_step_completed', data: step }],
});

/** A challenge is completed; published after the step that completed it. */
export const challengeCompleted = defineEvent<{ coupleId: string; completed: ChallengeCompleted }>()({
  name: 'challenge.completed',
  durable: false,
  deliver: ({ coupleId, completed }) => [{ to: { couple: coupleId }, event: 'challenge_completed', data: completed }],
});

/** The stages of a challenge that members are notified of, wherever they are. */
export const CHALLENGE_STAGES = ['proposed', 'accepted', 'due_tomorrow', 'overdue', 'completed'] as const;
export type ChallengeStage = (typeof CHALLENGE_STAGES)[number];

/** Ids only: not even the title, which its copies would outlive. */
export interface ChallengeProgressed {
  coupleId: string;
  challengeId: string;
  stage: ChallengeStage;
  /** The member who did it; null where time did. */
  actorId: string | null;
}

/** A challenge reached a stage that belongs in the notification list. Its key is the couple. */
export const challengeProgressed = defineEvent<ChallengeProgressed>()({ name: 'challenge.progressed', durable: true });
