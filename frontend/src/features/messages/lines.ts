import type { CardView, MessageView, SystemMessageView, QuoteView } from '@duet/contracts';
import { quoteOf } from '@duet/contracts/plain';
import type { NamedPerson } from '../../platform/account/names.js';
import type { PendingMessage } from '../../sync/index.js';
import { t } from '../../texts/index.js';

/** The delivery state of an own message; a message of the partner has `arrived`. */
export type LineState = 'arrived' | 'sending' | 'waiting' | 'failed' | 'sent' | 'delivered' | 'read';

/** One bubble: a stored message, or the local echo of a pending one. */
export interface Line {
  /** The same for the echo and the stored message, so that React keeps the bubble. */
  key: string;
  id: string | null;
  seq: number | null;
  senderId: string;
  content: string;
  /** The id of a sticker; null for other messages. */
  sticker: string | null;
  /** The thing that it shows; null for other messages. */
  card: CardView | null;
  at: string;
  state: LineState;
  edited: boolean;
  deleted: boolean;
  /** The message it replies to. */
  quote: QuoteView | null;
  /** The stored message; null while it is only an echo. */
  message: MessageView | null;
}

/** A pause this long starts a new group, in milliseconds. */
const GROUP_PAUSE = 5 * 60_000;

/** After this many attempts without an answer, the bubble says that the message waits. */
const ATTEMPTS_BEFORE_WAITING = 2;

const stateOf = (message: MessageView, self: string, receipts: boolean): LineState => {
  if (message.sender._id !== self) return 'arrived';
  if (!receipts) return 'sent';
  if (message.isRead) return 'read';
  return message.status === 'delivered' ? 'delivered' : 'sent';
};

/** @param receipts whether the user shares read receipts, and therefore sees the partner's */
export const lineOf = (message: MessageView, self: string, receipts: boolean): Line => ({
  key: `${message.sender._id} ${message.clientMessageId}`,
  id: message._id,
  seq: message.seq,
  senderId: message.sender._id,
  content: message.content,
  sticker: message.sticker,
  card: message.card,
  at: message.createdAt,
  state: stateOf(message, self, receipts),
  edited: message.editedAt !== null,
  deleted: message.deletedAt !== null,
  quote: message.replyTo,
  message,
});

const echoState = (send: PendingMessage, unanswered: number): LineState => {
  if (send.failure !== null) return 'failed';
  return unanswered >= ATTEMPTS_BEFORE_WAITING ? 'waiting' : 'sending';
};

const echoOf = (send: PendingMessage, unanswered: number, quoted: MessageView | undefined): Line => ({
  key: `${send.userId} ${send.clientMessageId}`,
  id: null,
  seq: null,
  senderId: send.userId,
  content: send.content,
  sticker: send.sticker,
  card: send.card,
  at: send.queuedAt,
  state: echoState(send, unanswered),
  edited: false,
  deleted: false,
  quote: quoted ? quoteOf(quoted) : null,
  message: null,
});

/** The echoes of pending messages, without those whose stored message has arrived. */
export function echoesOf(
  sends: PendingMessage[],
  unanswered: number,
  arrived: (line: Line) => boolean,
  quoted: (id: string) => MessageView | undefined,
): Line[] {
  return sends
    .map((send) => echoOf(send, unanswered, send.replyTo === null ? undefined : quoted(send.replyTo)))
    .filter((line) => !arrived(line));
}

const dayOf = (at: string): string => new Date(at).toDateString();

/** The grouping of a line with its neighbours. */
export interface MessageGrouping {
  /** The first of its day. */
  startsDay: boolean;
  /** The first, and the last, of consecutive messages of one sender. */
  startsGroup: boolean;
  endsGroup: boolean;
}

/** Whether both belong to one group: the same sender and day, without a pause or a system message between them. */
const isSameGroup = (line: Line | undefined, next: Line | undefined, unreadFrom: number | null): boolean =>
  line !== undefined &&
  next !== undefined &&
  line.senderId === next.senderId &&
  !isSystemMessage(line) &&
  !isSystemMessage(next) &&
  (next.seq === null || next.seq !== unreadFrom) &&
  Date.parse(next.at) - Date.parse(line.at) < GROUP_PAUSE &&
  dayOf(line.at) === dayOf(next.at);

/** Whether the server wrote the message. */
export const isSystemMessage = ({ message }: Line): boolean => message !== null && message.notice !== null;

/** @param unreadFrom the seq of the first message that was unread when the conversation opened */
export const groupingOf = (
  before: Line | undefined,
  line: Line,
  after: Line | undefined,
  unreadFrom: number | null,
): MessageGrouping => ({
  startsDay: before === undefined || dayOf(before.at) !== dayOf(line.at),
  startsGroup: !isSameGroup(before, line, unreadFrom),
  endsGroup: !isSameGroup(line, after, unreadFrom),
});

/** 'Today', 'Yesterday', or the date as the user's settings write it. */
export function dayLabel(at: string, now: Date, write: (at: string, now: Date) => string): string {
  const day = new Date(at);
  const yesterday = new Date(now);
  yesterday.setDate(now.getDate() - 1);
  if (day.toDateString() === now.toDateString()) return t('messages.today');
  if (day.toDateString() === yesterday.toDateString()) return t('messages.yesterday');
  return write(at, now);
}

const HOUR = 60 * 60;

const durationWords = (seconds: number): string =>
  seconds < 24 * HOUR
    ? t('messages.hours', { hours: seconds / HOUR })
    : t('messages.days', { days: seconds / (24 * HOUR) });

export function systemMessageWords({ seconds, fromStart }: SystemMessageView, { by, name }: NamedPerson): string {
  if (seconds === null) return t('messages.authorTurnedOffDisappearingMessages', { by, name });
  if (fromStart)
    return t('messages.disappearFromStart', {
      duration: durationWords(seconds),
      by,
      name,
    });
  return t('messages.authorTurnedOnDisappearingMessagesSeconds', { by, name, seconds: durationWords(seconds) });
}
