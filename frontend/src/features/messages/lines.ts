import type { MessageView, NoticeView, QuoteView } from '@duet/contracts';
import { quoteOf } from '@duet/contracts/plain';
import type { OutgoingSend } from '../../api/outgoing-state.js';

/** How far an own text has come; a partner's message has simply arrived. */
export type LineState = 'arrived' | 'sending' | 'waiting' | 'failed' | 'sent' | 'delivered' | 'read';

/** One bubble: a stored message, or the echo of one that is still on its way. */
export interface Line {
  /** The same for the echo and the message it becomes, so that nothing jumps. */
  key: string;
  id: string | null;
  seq: number | null;
  senderId: string;
  content: string;
  at: string;
  state: LineState;
  edited: boolean;
  deleted: boolean;
  /** What it answers, also while it is on its way. */
  quote: QuoteView | null;
  /** The stored message; null while it is only an echo. */
  message: MessageView | null;
}

/** A pause this long starts a new run, in milliseconds. */
const RUN_PAUSE = 5 * 60_000;

/** Own texts that a try or two did not bring through say so. */
const PATIENCE = 2;

const stateOf = (message: MessageView, self: string, receipts: boolean): LineState => {
  if (message.sender._id !== self) return 'arrived';
  if (!receipts) return 'sent';
  if (message.isRead) return 'read';
  return message.status === 'delivered' ? 'delivered' : 'sent';
};

/** @param receipts whether this person shows that they have read, and so sees it of the partner. */
export const lineOf = (message: MessageView, self: string, receipts: boolean): Line => ({
  key: `${message.sender._id} ${message.clientMessageId}`,
  id: message._id,
  seq: message.seq,
  senderId: message.sender._id,
  content: message.content,
  at: message.createdAt,
  state: stateOf(message, self, receipts),
  edited: message.editedAt !== null,
  deleted: message.deletedAt !== null,
  quote: message.replyTo,
  message,
});

const echoState = (send: OutgoingSend, unanswered: number): LineState => {
  if (send.failure !== null) return 'failed';
  return unanswered >= PATIENCE ? 'waiting' : 'sending';
};

const echoOf = (send: OutgoingSend, unanswered: number, quoted: MessageView | undefined): Line => ({
  key: `${send.userId} ${send.clientMessageId}`,
  id: null,
  seq: null,
  senderId: send.userId,
  content: send.content,
  at: send.queuedAt,
  state: echoState(send, unanswered),
  edited: false,
  deleted: false,
  quote: quoted ? quoteOf(quoted) : null,
  message: null,
});

/** What is on its way, without what has arrived already: a text is shown once, whoever told of it first. */
export function echoesOf(sends: OutgoingSend[], unanswered: number, arrived: (line: Line) => boolean, quoted: (id: string) => MessageView | undefined): Line[] {
  return sends.map((send) => echoOf(send, unanswered, send.replyTo === null ? undefined : quoted(send.replyTo))).filter((line) => !arrived(line));
}

const dayOf = (at: string): string => new Date(at).toDateString();

/** How a line stands among its neighbours. */
export interface Setting {
  /** The first of its day. */
  newDay: boolean;
  /** The first, and the last, of some in a row by one person. */
  begins: boolean;
  ends: boolean;
}

/** Whether `next` goes on what `line` began: the same person and day, without a pause or a notice between. */
const goesOn = (line: Line | undefined, next: Line | undefined, unreadFrom: number | null): boolean =>
  line !== undefined &&
  next !== undefined &&
  line.senderId === next.senderId &&
  !isNotice(line) &&
  !isNotice(next) &&
  (next.seq === null || next.seq !== unreadFrom) &&
  Date.parse(next.at) - Date.parse(line.at) < RUN_PAUSE &&
  dayOf(line.at) === dayOf(next.at);

/** What the server wrote, not one of the two. */
export const isNotice = ({ message }: Line): boolean => message !== null && message.notice !== null;

/** @param unreadFrom the seq of the first message that was unread when the conversation was opened. */
export const settingOf = (before: Line | undefined, line: Line, after: Line | undefined, unreadFrom: number | null): Setting => ({
  newDay: before === undefined || dayOf(before.at) !== dayOf(line.at),
  begins: !goesOn(before, line, unreadFrom),
  ends: !goesOn(line, after, unreadFrom),
});

/** 'Today', 'Yesterday', else the date as the reader's settings write it. */
export function dayLabel(at: string, now: Date, write: (at: string, now: Date) => string): string {
  const day = new Date(at);
  const yesterday = new Date(now);
  yesterday.setDate(now.getDate() - 1);
  if (day.toDateString() === now.toDateString()) return 'Today';
  if (day.toDateString() === yesterday.toDateString()) return 'Yesterday';
  return write(at, now);
}

const HOUR = 60 * 60;

const durationWords = (seconds: number): string => {
  const [count, unit] = seconds < 24 * HOUR ? [seconds / HOUR, 'hour'] : [seconds / (24 * HOUR), 'day'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
};

/** @param author 'You', or the partner's name. */
export function noticeWords({ seconds, fromStart }: NoticeView, author: string): string {
  if (seconds === null) return `${author} turned off disappearing messages`;
  if (fromStart) return `Messages here disappear after ${durationWords(seconds)}, as ${author === 'You' ? 'you' : author} chose for new conversations`;
  return `${author} turned on disappearing messages: ${durationWords(seconds)}`;
}
