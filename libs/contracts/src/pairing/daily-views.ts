import type { ReactionView } from '../messaging/views.js';
import type { DailyCategory, DailyType } from './daily-kinds.js';

/** What one of the two said. `value` and `guess` are places among the options, from 0; of a scale `value` is 1 to 5. */
export interface DailyAnswerView {
  value: number | null;
  /** What the other one would say; of a `guess` only. */
  guess: number | null;
  text: string;
  answeredAt: string;
  /** Grows with every change. */
  version: number;
}

/** `open`: nobody has answered. `mine`, `theirs`: only this one has. `revealed`: both have, and each sees both. */
export type DailyState = 'open' | 'mine' | 'theirs' | 'revealed';

/** The question of one of the couple's days, as one of the two may see it. */
export interface DailyQuestionView {
  _id: string;
  /** `YYYY-MM-DD` by the couple's clock. */
  dayKey: string;
  text: string;
  type: DailyType;
  options: string[];
  /** null for what one of the two has written. */
  category: DailyCategory | null;
  /** Who has written it; null for the app's own, and for somebody who is gone. */
  writtenBy: { _id: string; firstName: string } | null;
  state: DailyState;
  partnerAnswered: boolean;
  mine: DailyAnswerView | null;
  /** Stays null until both have answered. */
  theirs: DailyAnswerView | null;
  reactions: ReactionView[];
  /** Whether it may be exchanged for another one: once a day, while nobody has answered. */
  canSwap: boolean;
  /** The last day on which it can be answered. */
  answerableUntil: string;
  /** Grows when the question becomes another one. */
  version: number;
}

/** Days with both answers, one after the other. Days of rest and holidays add nothing and end nothing. */
export interface RhythmView {
  days: number;
  longest: number;
  /** Days of rest that are kept for days without answers. */
  restDays: number;
}

export interface DailyToday {
  question: DailyQuestionView;
  /** Of the days before, what the caller can still answer; the newest first. */
  pending: DailyQuestionView[];
  /** null while the two have it hidden. */
  rhythm: RhythmView | null;
  /** The last day of the holiday that the two are on. */
  holidayUntil: string | null;
}

/** Revealed questions, the newest first. `nextCursor` asks for what is older; null when that was all. */
export interface DailyHistory {
  questions: DailyQuestionView[];
  nextCursor: string | null;
}

/** The caller's own choice of categories, and what holds for both. */
export interface DailyPreferences {
  categories: DailyCategory[];
  rhythmShown: boolean;
  /** The last day of the holiday; null when there is none. */
  holiday: { until: string } | null;
  /** Of what holds for both. */
  version: number;
}

/** A question that somebody has written for the two and that waits for its day. Only its author sees it until then. */
export interface OwnQuestionView {
  _id: string;
  text: string;
  type: DailyType;
  options: string[];
  createdAt: string;
}

/** A day in its person's export: their own answer, the other's only where both had answered. */
export interface DailyRecord {
  coupleId: string;
  dayKey: string;
  text: string;
  type: DailyType;
  options: string[];
  category: DailyCategory | null;
  mine: DailyAnswerView | null;
  theirs: DailyAnswerView | null;
  reactions: ReactionView[];
}

/** A page of an export; `written` are the caller's own questions that were not asked yet, told with the first one. */
export interface DailyRecords {
  days: DailyRecord[];
  written: (OwnQuestionView & { coupleId: string })[];
  next: string | null;
}
