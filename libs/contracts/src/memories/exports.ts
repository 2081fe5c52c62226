import { IsOptional, IsUUID } from 'class-validator';
import { defineRpc, returns } from '../bus/rpc.js';
import type { CapsuleStatus } from '../realtime/capsule-updates.js';
import type {
  CapsuleKind,
  CapsuleTheme,
  KeptAnswersView,
  KeptChallengeView,
  KeptMessageView,
  KeptStoryView,
  PlaceView,
} from './views.js';

/** A contribution as its reader's export shows it: an own one always, the partner's where the reader could read it. */
export interface ContributionRecord {
  author: string;
  text: string;
  keptMessage: KeptMessageView | null;
  keptAnswers: KeptAnswersView | null;
  /** The previous build sends none. */
  keptChallenge?: KeptChallengeView | null;
  /** The previous build sends none. */
  keptStory?: KeptStoryView | null;
  place: PlaceView | null;
  happenedAt: string;
  createdAt: string;
  /** Files that the export contains. The previous build sends none. */
  attachments?: { id: string; caption: string; transcript?: string }[];
}

/** A capsule as its reader's export shows it, apart from its contributions. */
export interface CapsuleRecord {
  id: string;
  title: string;
  description: string;
  kind: CapsuleKind;
  status: CapsuleStatus;
  /** null when the person deleted their account and only the partner's part of it stayed. */
  createdBy: string | null;
  coupleId: string;
  createdAt: string;
  unlockAt: string | null;
  completedAt: string | null;
  /** A file that the export contains. The previous build sends none. */
  coverId?: string;
  /** Absent without one. */
  theme?: CapsuleTheme;
  comments: { author: string; text: string; createdAt: string }[];
}

/** The oldest first; `next` asks for what follows, null at the end. */
export interface CapsuleRecords {
  capsules: CapsuleRecord[];
  next: string | null;
}

export class CapsuleRecordsDto {
  @IsOptional()
  @IsUUID()
  after?: string;
}

/** The oldest first; `next` asks for what follows, null at the end. */
export interface ContributionRecords {
  contributions: ContributionRecord[];
  next: string | null;
}

export class ContributionRecordsDto extends CapsuleRecordsDto {
  @IsUUID()
  capsuleId!: string;
}

/** Also of a couple that ended less than 30 days ago. Only an export makes this call. */
export const listCapsuleRecords = defineRpc({
  subject: 'memories.export.capsules',
  access: 'user',
  request: CapsuleRecordsDto,
  returns: returns<CapsuleRecords>(),
  errors: [],
  tokens: ['export'],
});

/** Returns the contributions of one of these capsules. Only an export makes this call. */
export const listContributionRecords = defineRpc({
  subject: 'memories.export.contributions',
  access: 'user',
  request: ContributionRecordsDto,
  returns: returns<ContributionRecords>(),
  errors: ['CAPSULE_NOT_FOUND'],
  tokens: ['export'],
});
