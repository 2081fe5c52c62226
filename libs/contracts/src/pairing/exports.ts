import { NoInput, defineRpc, returns } from '../bus/rpc.js';
import type { MoodView } from './moods.js';

/** A couple of the caller's: the current one, or one that ended less than 30 days ago. */
export interface CoupleRecord {
  coupleId: string;
  status: 'active' | 'ended';
  partnerId: string;
  linkedAt: string;
  endedAt: string | null;
  /** Until when an ended couple can be exported and relinked. */
  exportUntil: string | null;
  timezone: string;
  /** null while the couple counts from the day of the link. */
  togetherSince: string | null;
  /** The caller's nickname for the partner. */
  nickname: string | null;
  /** The shared dates and the caller's private ones. */
  dates: DateRecord[];
  /** The caller's own moods that are still stored, the oldest first. */
  moods: MoodRecord[];
}

export type MoodRecord = Pick<MoodView, 'day' | 'mood' | 'note'>;

export interface DateRecord {
  title: string;
  date: string;
  yearly: boolean;
  remindDaysBefore: number[];
  private: boolean;
  createdByMe: boolean;
}

/** Lists the caller's couples with their dates and moods, newest couple first. */
export const listCoupleRecords = defineRpc({
  subject: 'pairing.couple.records',
  access: 'user',
  request: NoInput,
  returns: returns<CoupleRecord[]>(),
  errors: [],
  tokens: ['session', 'export'],
});
