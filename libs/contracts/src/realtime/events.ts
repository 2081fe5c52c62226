import { coupleLinked, coupleUnlinked, requestClosed, requestSent } from '../pairing/events.js';
import { sessionRevoked, userDeleted, userProfileChanged, userRegistered } from '../auth/events.js';
import { conversationClosed, conversationOpened, messageRead, messageSent } from '../messaging/events.js';

/** Every event of the platform, by name: the relay and the streams are built from this list. */
export const EVENTS = [
  userRegistered,
  userProfileChanged,
  userDeleted,
  sessionRevoked,
  coupleLinked,
  coupleUnlinked,
  requestSent,
  requestClosed,
  messageSent,
  messageRead,
  conversationOpened,
  conversationClosed,
] as const;
