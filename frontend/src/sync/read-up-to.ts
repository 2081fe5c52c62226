import { type ClientConversation, markerOf, readBoundary } from '@duet/contracts/plain';

/** The seq up to which the user has read, as their unread mark counts it. */
export const readUpToOf = (conversation: ClientConversation, self: string): number =>
  conversation.own.marker ? readBoundary(conversation.own) : (markerOf(conversation, self)?.upTo ?? 0);
