import type { FileAccess, EntityFileView } from '../media/files.js';
import type { StoryIntensity, StoryNodeKind } from './story-templates.js';

export const STORY_STATUSES = ['invited', 'active', 'finished', 'left'] as const;
export type StoryStatus = (typeof STORY_STATUSES)[number];

/** The actions that a person has on a reading at this moment. */
export type StoryAction = 'accept' | 'reject' | 'choose' | 'keep';

export interface StoryReadingSummary {
  _id: string;
  templateId: string;
  status: StoryStatus;
  createdBy: string;
  /** Whether the story goes on once the caller acts. */
  waitsForMe: boolean;
  updatedAt: string;
  finishedAt: string | null;
  version: number;
}

/** A story of Duet's library, and how the two stand with it. */
export interface StorySummary {
  _id: string;
  title: string;
  blurb: string;
  minutes: number;
  intensity: StoryIntensity;
  /** The reading that is invited or active: one at most. */
  open: StoryReadingSummary | null;
  /** The newest ones that came to an ending. */
  finished: StoryReadingSummary[];
}

export interface StoryList {
  stories: StorySummary[];
}

export interface StoryOptionView {
  id: string;
  text: string;
}

/** A photo in a story. `file` is null while media does not answer. */
export interface StoryPhotoView {
  id: string;
  file: EntityFileView | null;
}

/** The choice, line or photo of one member. A photo may come with a line. */
export interface StoryAnswerView {
  user: string;
  choiceId: string | null;
  text: string | null;
  photo?: StoryPhotoView;
}

/** A node with its slots filled. */
export interface StoryNodeView {
  id: string;
  kind: StoryNodeKind;
  text: string;
  /** Empty unless it is a choice. */
  choices: StoryOptionView[];
  /** Whether the prompt takes a photo as well as a line. */
  takesPhoto?: boolean;
  /** The answers of an earlier prompt that this scene shows again. */
  recalled?: StoryAnswerView[];
}

/** A node behind the two, with what both chose there. */
export interface StoryStepView {
  node: StoryNodeView;
  answers: StoryAnswerView[];
  at: string;
}

/** A reading of a story as one of the two may see it. */
export interface StoryReadingView extends StoryReadingSummary {
  coupleId: string;
  title: string;
  intensity: StoryIntensity;
  createdAt: string;
  /** null until the invitation is accepted. */
  node: StoryNodeView | null;
  /** The caller's choice at `node`. */
  mine: StoryAnswerView | null;
  /** Whether the other has chosen at `node`. What they chose appears in `path`, once both have. */
  partnerChose: boolean;
  path: StoryStepView[];
  /** The terms of links to its photos. The previous build sends none. */
  access?: FileAccess;
  /** The keepsake made of it. */
  capsuleId: string | null;
  actions: StoryAction[];
}
