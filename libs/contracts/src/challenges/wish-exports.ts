import { defineRpc, returns } from '../bus/rpc.js';
import { ChallengeRecordsDto } from './exports.js';
import type { WishStatus } from './wish-views.js';

export interface WishRecord {
  id: string;
  coupleId: string;
  title: string;
  points: number;
  status: WishStatus;
  createdBy: string;
  createdAt: string;
  redeemedAt: string | null;
  fulfilledAt: string | null;
}

/** The oldest first; `next` asks for what follows, null at the end. */
export interface WishRecords {
  wishes: WishRecord[];
  next: string | null;
}

/** Also of a couple that ended less than 30 days ago. Only an export makes this call. */
export const listWishRecords = defineRpc({
  subject: 'challenges.export.wishes',
  access: 'user',
  request: ChallengeRecordsDto,
  returns: returns<WishRecords>(),
  errors: [],
  tokens: ['export'],
});
