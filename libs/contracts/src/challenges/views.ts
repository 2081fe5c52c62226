import type { FileAccess, EntityFileView } from '../media/files.js';
import type { BadgeId, ChallengeProgress, ChallengeStatus } from '../realtime/challenge-updates.js';

export const CHALLENGE_CATEGORIES = ['talk', 'play', 'care', 'adventure', 'grow', 'apart'] as const;
export type ChallengeCategory = (typeof CHALLENGE_CATEGORIES)[number];

export const STEP_TYPES = ['do', 'answer', 'photo', 'voice', 'question'] as const;
export type StepType = (typeof STEP_TYPES)[number];

/** `text` requires words; `photo` pictures and `voice` one voice note, or words in place of them. */
export const STEP_PROOFS = ['none', 'text', 'photo', 'voice'] as const;
export type StepProof = (typeof STEP_PROOFS)[number];

/** `when_both`: neither reads the other's proof before both are in. Only for steps of both. */
export const STEP_REVEALS = ['at_once', 'when_both'] as const;
export type StepReveal = (typeof STEP_REVEALS)[number];

/** The person who does a step of a template; `proposer` and `partner` become people when the challenge is proposed. */
export const TEMPLATE_WHO = ['both', 'either', 'proposer', 'partner'] as const;
export type TemplateWho = (typeof TEMPLATE_WHO)[number];

/** `all` steps, or any `n` of them. */
export type CompletionRule = 'all' | { anyN: number };

/** The actions a person may take on a challenge at this moment; the server derives it from its table. */
export type ChallengeAction =
  | 'accept'
  | 'reject'
  | 'change_details'
  | 'pause'
  | 'resume'
  | 'extend'
  | 'let_go'
  | 'cancel'
  | 'reflect'
  | 'keep'
  | 'delete';

/** The actions a person may take on one step at this moment. `skip` asks, or agrees where the other has asked. */
export type StepAction = 'complete' | 'undo' | 'skip';

/** A step of a template or of a proposal, before it belongs to a challenge. */
export interface TemplateStep {
  title: string;
  description?: string;
  type: StepType;
  who: TemplateWho;
  proof: StepProof;
  reveal: StepReveal;
  /** The day of the challenge on which it opens, from 1; open from the start where it is left out. */
  opensAt?: number;
}

/** The content of the templates that come with Duet, in `services/challenges/src/templates/data`. */
export interface TemplateData {
  /** Small letters, digits and hyphens; unique and never used again. */
  id: string;
  title: string;
  description: string;
  category: ChallengeCategory;
  /** How long one of the two is busy with it, in all. */
  minutes: number;
  steps: TemplateStep[];
  completionRule: CompletionRule;
  /** Works without being in one place. */
  distanceOk: boolean;
  /** 1 is light, 3 asks for courage. */
  intensity: 1 | 2 | 3;
}

export interface ChallengeTemplateView extends Omit<TemplateData, 'id'> {
  _id: string;
  author: 'app' | 'couple';
  /** The author, who alone changes it; null for templates of Duet. */
  createdBy: string | null;
  /** 0 for templates of Duet, which never change. */
  version: number;
}

/** Those of the couple first, then those of Duet. */
export interface ChallengeTemplates {
  templates: ChallengeTemplateView[];
}

/** The kinds of files that proofs consist of. */
export const PROOF_FILE_KINDS = ['image', 'voice'] as const;
export type ProofFileKind = (typeof PROOF_FILE_KINDS)[number];

/** A picture or the voice note of a proof. */
export interface StepAttachment {
  id: string;
  kind: ProofFileKind;
  /** Null where media did not answer. */
  file: EntityFileView | null;
}

/** One person's part of a step. */
export interface StepPartView {
  user: string;
  /** Null without words, and while they are hidden. */
  text: string | null;
  /** At most five; none while they are hidden. */
  attachments: StepAttachment[];
  /** The proof waits for the reader's own: it is in no answer before. */
  hidden: boolean;
  doneAt: string;
}

export interface ChallengeStepView {
  _id: string;
  title: string;
  description: string;
  type: StepType;
  /** `both`, `either`, or the id of the one who does it. */
  who: string;
  proof: StepProof;
  reveal: StepReveal;
  /** When it opens; null while the challenge has not started. */
  opensAt: string | null;
  state: 'todo' | 'done' | 'skipped';
  parts: StepPartView[];
  /** The person who wants to skip it. The request lapses after 7 days. */
  skipAskedBy: string | null;
  actions: StepAction[];
}

/** Shown when both gave one. `mood` is its writer's alone: null in the other's answers. */
export interface ReflectionView {
  user: string;
  text: string;
  mood: number | null;
  at: string;
}

/** A challenge without its steps: for lists. */
export interface ChallengeSummary {
  _id: string;
  coupleId: string;
  templateId: string | null;
  title: string;
  description: string;
  category: ChallengeCategory;
  proposedBy: string;
  status: ChallengeStatus;
  /** The due date has passed: `extend` or `let_go`, else it expires 72 hours after it. */
  overdue: boolean;
  createdAt: string;
  updatedAt: string;
  /** The proposed start until it is accepted; from then on the start. */
  startAt: string | null;
  dueAt: string | null;
  pausedAt: string | null;
  /** When the pending state ends: the proposal, the pause, or an overdue challenge. */
  lapsesAt: string | null;
  completedAt: string | null;
  /** The response of the other to the answer. */
  note: string | null;
  completionRule: CompletionRule;
  progress: ChallengeProgress;
  /** The points and badges it has earned the couple so far. */
  points: number;
  /** The keepsake made of it. */
  capsuleId: string | null;
  /** The person who wants it deleted, where both must agree. The request lapses after 7 days. */
  deleteConfirmedBy: string[];
  version: number;
  actions: ChallengeAction[];
}

/** A challenge as its viewer may see it. */
export interface ChallengeView extends ChallengeSummary {
  steps: ChallengeStepView[];
  /** Links to the files of its proofs are signed for this epoch. */
  access: FileAccess;
  /** The caller's own at once; both once both are given. */
  reflections: ReflectionView[];
}

/** A challenge that is gone, and its access epoch since. */
export interface RemovedChallenge {
  done: true;
  coupleId: string;
  accessEpoch: number;
}

/** Newest first. `nextCursor` asks for what is older; null at the end. */
export interface ChallengeList {
  challenges: ChallengeSummary[];
  nextCursor: string | null;
}

export interface BadgeView {
  id: BadgeId;
  /** Null while it is not earned. */
  earnedAt: string | null;
}

/** Points and badges belong to the couple. */
export interface ChallengeBadges {
  points: number;
  badges: BadgeView[];
}
