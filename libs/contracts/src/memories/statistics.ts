import { NoInput, defineRpc, returns } from '../bus/rpc.js';

/** Capsules outside the trash. All are 0 without a partner. */
export interface MemoryStatistics {
  ofCouple: number;
  createdByMe: number;
  /** Buried ones of the couple that are open. */
  opened: number;
}

export const getMemoryStatistics = defineRpc({
  subject: 'memories.statistics.get',
  access: 'user',
  request: NoInput,
  returns: returns<MemoryStatistics>(),
  errors: [],
});
