import { NoInput, defineRpc, returns } from '../core/rpc.js';

export interface CoupleStatistics {
  /** Full days since the link, or the days of the calendar since `togetherSince` where one is set, plus 1; null without a partner. */
  daysTogether: number | null;
}

export const getCoupleStatistics = defineRpc({
  subject: 'pairing.statistics.get',
  access: 'user',
  request: NoInput,
  returns: returns<CoupleStatistics>(),
  errors: [],
});
