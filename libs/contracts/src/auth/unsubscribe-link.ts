import { NOTIFICATION_KINDS, type NotificationKind } from './settings.js';

/** The path that switches the mails of one kind off: a page for a person, and a call without a body for a mail program (RFC 8058). */
export const unsubscribePath = (token: string): string => `/unsubscribe/${token}`;

/** No dot: a path whose last part has one is a file. */
const SEPARATOR = '~';

/** The parts of such a link's token: the account, the kind of mails and the signature of both. */
export interface UnsubscribeToken {
  userId: string;
  kind: NotificationKind;
  signature: string;
}

export const formatUnsubscribeToken = ({ userId, kind, signature }: UnsubscribeToken): string =>
  [userId, kind, signature].join(SEPARATOR);

/** Returns null for a text that is no such token. The signature is not checked. */
export function parseUnsubscribeToken(token: string): UnsubscribeToken | null {
  const [userId = '', named, signature = '', ...more] = token.split(SEPARATOR);
  const kind = NOTIFICATION_KINDS.find((one) => one === named);
  const isWhole = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(userId) && /^[\w-]{43}$/.test(signature);
  return kind && isWhole && more.length === 0 ? { userId, kind, signature } : null;
}
