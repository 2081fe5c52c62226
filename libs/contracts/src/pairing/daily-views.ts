import type { ReactionView } from '../conversation/views.js';
import type { DailyCategory, DailyType } from './daily-kinds.js';

/** One person's answer. `value` and `guess` are indexes of the options, from 0; for a scale `value` is 1 to 5. */
export interface DailyAnswerView {
  value: number | null;
  /** The guess of the partner's answer, for the type `guess` only. */
  guess: number | null;
  text: string;
  answeredAt: string;
  /** Grows with every change. */
  version: number;
}

/** `open`: no answer. `mine`, `theirs`: one answer. `revealed`: both have answered and see both answers. */
export type DailyState = 'open' | 'mine' | 'theirs' | 'revealed';

/** The question of one day, as one member may see it. */
export interface DailyQuestionView {
  _id: string;
  /** `YYYY-MM-DD` in the couple's time zone. */
  dayKey: string;
  text: string;
  type: DailyType;
  options: string[];
  /** null for a question that a member has written. */
  category: DailyCategory | null;
  /** Its author; null for the app's questions and after the author's account was deleted. */
  writtenBy: { _id: string; firstName: string } | null;
  state: DailyState;
  partnerAnswered: boolean;
  mine: DailyAnswerView | null;
  /** null until both have answered. */
  theirs: DailyAnswerView | null;
  reactions: ReactionView[];
  /** Whether it can be exchanged: once a day, before the first answer. */
  canSwap: boolean;
  /** The last day on which it can be answered. */
  answerableUntil: string;
  /** Grows when the question is exchanged. */
  version: number;
}

/** The streak of days with both answers. Rest days and holidays neither extend nor end it. */
export interface RhythmView {
  days: number;
  longest: number;
  /** Rest days that are left for days without answers. */
  restDays: number;
}

export interface DailyToday {
  question: DailyQuestionView;
  /** Earlier questions that the caller can still answer, newest first. */
  pending: DailyQuestionView[];
  /** null while the couple hides it. */
  rhythm: RhythmView | null;
  /** The last day of the current holiday. */
  holidayUntil: string | null;
}

/** A page of revealed questions, newest first. `nextCursor` continues with older ones; null at the end. */
export interface DailyHistory {
  questions: DailyQuestionView[];
  nextCursor: string | null;
}

/** The caller's categories, and the shared preferences. */
export interface DailyPreferences {
  categories: DailyCategory[];
  rhythmShown: boolean;
  /** The last day of the holiday; null when there is none. */
  holiday: { until: string } | null;
  /** The version of the shared preferences. */
  version: number;
}

/** A member's own question that has not been asked yet. Only its author sees it. */
export interface OwnQuestionView {
  _id: string;
  text: string;
  type: DailyType;
  options: string[];
  createdAt: string;
}

/** A day in an export: the person's answer, and the partner's if both have answered. */
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

/** A page of an export. The first page has in `written` the caller's questions that have not been asked yet. */
export interface DailyRecords {
  days: DailyRecord[];
  written: (OwnQuestionView & { coupleId: string })[];
  next: string | null;
}
