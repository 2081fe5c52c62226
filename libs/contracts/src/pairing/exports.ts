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
}

/** Ids and dates only; the newest first. */
export const listCoupleRecords = defineRpc({
  subject: 'pairing.couple.records',
  access: 'user',
  request: NoInput,
  returns: returns<CoupleRecord[]>(),
  errors: [],
  tokens: ['session', 'export'],
});
