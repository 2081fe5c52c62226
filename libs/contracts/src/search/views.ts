import type { FoundTitles } from '../core/views.js';
import type { MessageView } from '../conversation/views.js';
import type { FoundMemories } from '../memories/views.js';
import type { DailyQuestionView } from '../pairing/daily-views.js';
import type { FoundDates } from '../pairing/views.js';

/** The groups of a search, in the order in which they are shown. */
export const SEARCH_GROUPS = [
  'memories',
  'challenges',
  'goals',
  'stories',
  'wishes',
  'lists',
  'questions',
  'dates',
  'messages',
] as const;
export type SearchGroup = (typeof SEARCH_GROUPS)[number];

export interface FoundQuestions {
  hits: DailyQuestionView[];
  more: boolean;
}

export interface FoundMessages {
  hits: MessageView[];
  more: boolean;
}

/**
 * The hits of a search by group; `more` says that the group has others. A group that was not asked for, or that no service
 * has, is empty.
 */
export interface SearchResults {
  memories: FoundMemories;
  challenges: FoundTitles;
  goals: FoundTitles;
  stories: FoundTitles;
  wishes: FoundTitles;
  lists: FoundTitles;
  questions: FoundQuestions;
  dates: FoundDates;
  messages: FoundMessages;
  /** The groups whose service did not answer in time: they are empty, and may have hits. */
  unavailable: SearchGroup[];
}
