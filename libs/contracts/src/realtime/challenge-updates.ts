export const CHALLENGE_STATUSES = [
  'proposed',
  'active',
  'paused',
  'completed',
  'declined',
  'cancelled',
  'expired',
] as const;
export type ChallengeStatus = (typeof CHALLENGE_STATUSES)[number];

/** Steps that count: skipped ones have left `total`, and with `anyN` it is at most `n`. */
export interface ChallengeProgress {
  done: number;
  total: number;
}

export const BADGES = [
  'capsule_first',
  'reveal_first',
  'rhythm_7',
  'rhythm_30',
  'rhythm_100',
  'challenges_1',
  'challenges_10',
  'challenges_50',
  'together_100',
  'together_365',
  'together_1000',
  'story_finished',
] as const;
export type BadgeId = (typeof BADGES)[number];

/** The content of a live update about a change: never a word of a proof, a note or a reflection. */
export type ChallengeChange =
  | 'proposed'
  | 'accepted'
  | 'declined'
  | 'details_changed'
  | 'step_completed'
  | 'step_undone'
  | 'proof_ready'
  | 'step_skip_asked'
  | 'step_skipped'
  | 'paused'
  | 'resumed'
  | 'extended'
  | 'overdue'
  | 'expired'
  | 'cancelled'
  | 'reflection'
  | 'keepsake'
  | 'delete_asked'
  | 'deleted';

export interface ChallengeUpdated {
  challengeId: string;
  action: ChallengeChange;
  /** Absent where time did it. */
  by?: { _id: string; firstName: string };
  status: ChallengeStatus;
  progress: ChallengeProgress;
  version: number;
}

export interface ChallengeStepCompleted {
  challengeId: string;
  stepId: string;
  user: { _id: string; firstName: string };
  /** False while the step waits for the receiver too. */
  stepComplete: boolean;
  progress: ChallengeProgress;
  version: number;
}

export interface ChallengeCompleted {
  challengeId: string;
  title: string;
  /** All points that the challenge has given. */
  points: number;
  /** Earned with it. */
  badge?: BadgeId;
  completedAt: string;
  version: number;
}
