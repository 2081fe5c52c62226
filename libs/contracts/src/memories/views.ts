import type { AttachmentKind } from '../conversation/views.js';
import type { CoordinatesDto, FileAccess, EntityFileView } from '../media/files.js';
import type { CapsuleCounts, CapsuleStatus, ContributionKind } from '../realtime/capsule-updates.js';

/** `timed`: buried until a date. `keepsake`: an album that is open while it grows. */
export const CAPSULE_KINDS = ['timed', 'keepsake'] as const;
export type CapsuleKind = (typeof CAPSULE_KINDS)[number];

/** The origin of a capsule: a person, a kept message or answer, the end of a year, a completed challenge, a finished story, or an achieved goal. */
export type CapsuleSource = 'manual' | 'chat' | 'year' | 'challenge' | 'story' | 'goal';

/** `together`: both say that they are ready. `either`: the first opens it for both. */
export const OPEN_RULES = ['either', 'together'] as const;
export type OpenRule = (typeof OPEN_RULES)[number];

/** The colours of a capsule's outside. Each page chooses its shades. */
export const CAPSULE_THEMES = ['paper', 'night', 'sea', 'forest', 'rose', 'sun'] as const;
export type CapsuleTheme = (typeof CAPSULE_THEMES)[number];

/** `surprise`: until the capsule opens, its author alone reads it. Keepsakes know only `shared`. */
export const VISIBILITIES = ['shared', 'surprise'] as const;
export type Visibility = (typeof VISIBILITIES)[number];

/** The actions a person may take on a capsule at this moment; the server derives it from its table of transitions. */
export type CapsuleAction =
  | 'contribute'
  | 'change_details'
  | 'change_appearance'
  | 'seal'
  | 'undo_seal'
  | 'propose_date'
  | 'answer_date'
  | 'open'
  | 'finish'
  | 'reopen'
  | 'react'
  | 'comment'
  | 'take_along'
  | 'delete'
  | 'restore';

/** A spot on the map; without coordinates it is a name alone. */
export interface PlaceView {
  label: string;
  lat?: number;
  lng?: number;
}

/** A date that one of the two proposes for a sealed capsule. It lapses after 7 days. */
export interface UnlockProposal {
  unlockAt: string;
  by: string;
  at: string;
}

export interface CapsuleReaction {
  emoji: string;
  user: string;
}

/** Written by one of the two under an open capsule. */
export interface CapsuleCommentView {
  _id: string;
  user: string;
  text: string;
  createdAt: string;
}

/** A picture, video or voice note of a contribution, or a document of a kept message. */
export interface ContributionAttachment {
  id: string;
  kind: AttachmentKind;
  /** Empty where its author wrote none. */
  caption: string;
  /** Of a kept voice note, from the speaker's device. */
  transcript: string | null;
  /** The camera's clock, with its offset from UTC where the camera wrote one. */
  takenAt: string | null;
  /** The place where a picture was taken, if the camera recorded it. */
  place: CoordinatesDto | null;
  /** Null while the file cannot be described; ask `POST /capsules/{id}/links` again. */
  file: EntityFileView | null;
}

/** A message as it was when it was kept. Its words never change. */
export interface KeptMessageView {
  messageId: string;
  /** Its place in the conversation. */
  seq: number;
  /** The person whose words they are. */
  by: string;
  /** Empty for a message of files alone. */
  words: string;
  /** The id of a sticker, whose name the words are. Copies by earlier builds have none. */
  sticker?: string;
  sentAt: string;
}

/** A daily question with both answers, as they were revealed. */
export interface KeptAnswersView {
  questionId: string;
  question: string;
  answers: { by: string; chosen: string | null; words: string }[];
}

/** A completed challenge, or a step of one. */
export interface KeptChallengeView {
  challengeId: string;
  title: string;
  /** The step's title; null for the challenge as a whole. */
  step: string | null;
}

/** A page of a finished story, at which the author of the contribution chose or wrote. */
export interface KeptStoryView {
  sessionId: string;
  title: string;
  /** The text of the page. */
  question: string;
}

export interface ContributionView {
  _id: string;
  capsuleId: string;
  coupleId: string;
  /** The member who put it in; of kept things the one who kept them. */
  author: string;
  kind: ContributionKind;
  /** The author's own words; of kept things a caption, which may be empty, and of a step the author's proof. */
  text: string;
  /** For the kind `message` only. */
  keptMessage: KeptMessageView | null;
  /** For the kind `answer` only. */
  keptAnswers: KeptAnswersView | null;
  /** For the kinds `challenge` and `step` only. */
  keptChallenge: KeptChallengeView | null;
  /** For the kind `story` only; the text is the author's answer. */
  keptStory: KeptStoryView | null;
  place: PlaceView | null;
  /** `YYYY-MM-DD`: the day it is about. */
  happenedAt: string;
  visibility: Visibility;
  /** At most five. */
  attachments: ContributionAttachment[];
  access: FileAccess;
  createdAt: string;
  editedAt: string | null;
}

/** The picture on the outside of a capsule. */
export interface CapsuleCover {
  id: string;
  /** `upload` was chosen for the outside and shows in every state; `picture` lies in the capsule and shows while both read it. */
  from: 'upload' | 'picture';
  access: FileAccess;
  /** Null while the file cannot be described; ask `POST /capsules/{id}/links` again. */
  file: EntityFileView | null;
}

/** A capsule without what lies in it: for lists. */
export interface CapsuleSummary {
  _id: string;
  coupleId: string;
  createdBy: string;
  createdAt: string;
  updatedAt: string;
  kind: CapsuleKind;
  source: CapsuleSource;
  title: string;
  description: string;
  emoji: string | null;
  /** Null for the colours of its state. The previous build sends none. */
  theme?: CapsuleTheme | null;
  cover: CapsuleCover | null;
  tags: string[];
  status: CapsuleStatus;
  /** Timed capsules only. `unlockTz` is the zone in which the date was chosen. */
  unlockAt: string | null;
  unlockTz: string | null;
  openRule: OpenRule;
  sealConfirmedBy: string[];
  /** When the first of them sealed it: a week later one is enough. Missing in an answer of the previous build. */
  sealConfirmedAt?: string | null;
  openConfirmedBy: string[];
  /** The person who wants it deleted, where both must agree. The request lapses after 7 days. */
  deleteConfirmedBy: string[];
  sealedAt: string | null;
  readyAt: string | null;
  completedAt: string | null;
  unlockProposal: UnlockProposal | null;
  counts: CapsuleCounts;
  /** The caller's own. */
  favourite: boolean;
  hidden: boolean;
  deletedAt: string | null;
  version: number;
  /** Rises whenever access to the files shrinks; links of earlier epochs are dead. */
  accessEpoch: number;
  /** The actions the caller may take now. */
  actions: CapsuleAction[];
}

/** A capsule as its viewer may see it: sealed contributions are in no answer. */
export interface CapsuleView extends CapsuleSummary {
  /** The first hundred, by `happenedAt`, then by age. */
  contributions: ContributionView[];
  /** The cursor of those that follow; null at the end. */
  nextContribution: string | null;
  reactions: CapsuleReaction[];
  comments: CapsuleCommentView[];
}

/** Where a browser downloads the copy of a capsule. */
export interface ArchiveAddress {
  url: string;
}

/** Newest first. `nextCursor` asks for what is older; null at the end. */
export interface CapsuleList {
  capsules: CapsuleSummary[];
  nextCursor: string | null;
}

/** The contributions of a capsule, by `happenedAt`, then by age. */
export interface ContributionPage {
  contributions: ContributionView[];
  nextCursor: string | null;
}

/** A readable contribution with the capsule that it lies in. */
export interface TimelineEntry {
  capsule: Pick<CapsuleSummary, '_id' | 'title' | 'emoji' | 'cover'>;
  contribution: ContributionView;
}

/** The latest day first. */
export interface TimelinePage {
  entries: TimelineEntry[];
  nextCursor: string | null;
}

/** A place on the map of the two, named by its author or written by the camera into a picture; `lat` and `lng` in degrees. */
export interface MapPlace {
  capsuleId: string;
  contributionId: string;
  /** Of the capsule. */
  title: string;
  emoji: string | null;
  author: string;
  /** The picture that was taken there; null for a place that its author named. */
  attachmentId: string | null;
  /** The beginning of the words, or of the picture's caption; empty where there are none. */
  text: string;
  /** As its author named it; empty where only the camera knew. */
  label: string;
  lat: number;
  lng: number;
  happenedAt: string;
}

export interface MemoryMap {
  places: MapPlace[];
  nextCursor: string | null;
}

/** The values that the couple's memories can be filtered by. */
export interface MemoryChoices {
  /** The years of readable contributions, the latest first. */
  years: number[];
  /** The tags of visible capsules, the most used first. */
  tags: string[];
}

/** A capsule that matches, or a readable contribution that does. */
export interface MemoryHit {
  capsule: Pick<CapsuleSummary, '_id' | 'title' | 'emoji' | 'kind' | 'status' | 'description' | 'tags'>;
  contribution: ContributionView | null;
}

export interface FoundMemories {
  hits: MemoryHit[];
  /** Whether more match. */
  more: boolean;
}
