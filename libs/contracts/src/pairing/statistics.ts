import { NoInput, defineRpc, returns } from '../bus/rpc.js';

export interface CoupleStatistics {
  /** Calendar days since `togetherSince`, or full days since the link while that is not set; plus 1. null without a partner. */
  daysTogether: number | null;
}

/** The couple's longest rhythm; 0 without a partner, and while the two have hidden it. */
export interface RhythmStatistics {
  longest: number;
}

export const getRhythmStatistics = defineRpc({
  subject: 'pairing.rhythm.get',
  access: 'user',
  request: NoInput,
  returns: returns<RhythmStatistics>(),
  errors: [],
});

export const getCoupleStatistics = defineRpc({
  subject: 'pairing.statistics.get',
  access: 'user',
  request: NoInput,
  returns: returns<CoupleStatistics>(),
  errors: [],
});
