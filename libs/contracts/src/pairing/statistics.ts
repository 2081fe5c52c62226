import { NoInput, defineRpc, returns } from '../core/rpc.js';

export interface CoupleStatistics {
  /** Full days since the link in the couple's time zone, plus 1; null without a partner. */
  daysTogether: number | null;
}

export const getCoupleStatistics = defineRpc({
  subject: 'pairing.statistics.get',
  access: 'user',
  request: NoInput,
  returns: returns<CoupleStatistics>(),
  errors: [],
});
