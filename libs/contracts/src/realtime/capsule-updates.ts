export const CAPSULE_STATUSES = ['collecting', 'sealed', 'ready', 'completed'] as const;
export type CapsuleStatus = (typeof CAPSULE_STATUSES)[number];

export const CONTRIBUTION_KINDS = [
  'text',
  'place',
  'photo',
  'video',
  'voice',
  'message',
  'answer',
  'challenge',
  'step',
  'story',
] as const;
export type ContributionKind = (typeof CONTRIBUTION_KINDS)[number];

/** The number of contributions of a capsule, which members may read in every state. */
export interface CapsuleCounts {
  total: number;
  byUser: Record<string, number>;
  byKind: Partial<Record<ContributionKind, number>>;
}

/** The content of a live update about a change: never a word of the contributions. */
export type CapsuleChange =
  | 'created'
  | 'contribution_added'
  | 'contribution_changed'
  | 'contribution_removed'
  | 'details_changed'
  | 'seal_confirmed'
  | 'sealed'
  | 'unsealed'
  | 'date_proposed'
  | 'date_changed'
  | 'date_declined'
  | 'ready'
  | 'open_confirmed'
  | 'reopened'
  | 'comment'
  | 'reaction'
  | 'deleted'
  | 'restored';

export interface CapsuleUpdated {
  capsuleId: string;
  action: CapsuleChange;
  /** Absent where time did it. */
  by?: { _id: string; firstName: string };
  status: CapsuleStatus;
  counts: CapsuleCounts;
  version: number;
}

export interface CapsuleCompleted {
  capsuleId: string;
  title: string;
  completedAt: string;
  version: number;
}
