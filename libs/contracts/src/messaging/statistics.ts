import { NoInput, defineRpc, returns } from '../bus/rpc.js';

/** Counts the messages of the caller's current conversation, without deleted ones; zeros without a conversation. */
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
