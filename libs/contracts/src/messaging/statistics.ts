import { NoInput, defineRpc, returns } from '../core/rpc.js';

/** Messages of the caller's present conversation that are not deleted; zeros without one. */
export interface MessageStatistics {
  sentByBoth: number;
  sentByMe: number;
}

export const getMessageStatistics = defineRpc({
  subject: 'messaging.statistics.get',
  access: 'user',
  request: NoInput,
  returns: returns<MessageStatistics>(),
  errors: [],
});
