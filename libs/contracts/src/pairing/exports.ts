import { NoInput, defineRpc, returns } from '../core/rpc.js';

/** A couple of the caller's: the present one, or one that ended less than 30 days ago and could come back. */
export interface CoupleRecord {
  coupleId: string;
  status: 'active' | 'ended';
  partnerId: string;
  linkedAt: string;
  endedAt: string | null;
  /** Until when an ended couple can be exported and come back. */
  exportUntil: string | null;
  timezone: string;
  /** Null while the two count from the link. */
  togetherSince: string | null;
  /** What the caller calls the partner. */
  nickname: string | null;
  /** Those that the two share, and the caller's own. */
  dates: DateRecord[];
}

export interface DateRecord {
  title: string;
  date: string;
  yearly: boolean;
  remindDaysBefore: number[];
  private: boolean;
  createdByMe: boolean;
}

/** Ids, dates and the caller's own words; the newest couple first. */
export const listCoupleRecords = defineRpc({
  subject: 'pairing.couple.records',
  access: 'user',
  request: NoInput,
  returns: returns<CoupleRecord[]>(),
  errors: [],
  tokens: ['session', 'export'],
});
