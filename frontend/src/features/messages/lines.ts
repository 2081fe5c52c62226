import type { MessageView, QuoteView } from '@duet/contracts';
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

/** What stands in the list, top to bottom: days, the first unread, and runs of one person's messages. */
export type Block =
  | { kind: 'day'; key: string; at: string }
  | { kind: 'unread'; key: string }
  | { kind: 'run'; key: string; senderId: string; lines: Line[] };

/** A pause this long starts a new run, in milliseconds. */
const RUN_PAUSE = 5 * 60_000;

/** Own texts that a try or two did not bring through say so. */
const PATIENCE = 2;

const stateOf = (message: MessageView, self: string): LineState => {
  if (message.sender._id !== self) return 'arrived';
  return message.isRead ? 'read' : 'sent';
};

const lineOf = (message: MessageView, self: string): Line => ({
  key: `${message.sender._id} ${message.clientMessageId}`,
  id: message._id,
  seq: message.seq,
  senderId: message.sender._id,
  content: message.content,
  at: message.createdAt,
  state: stateOf(message, self),
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

/** The conversation with what is on its way at its end. A text that has arrived is shown once, whoever told of it first. */
export function linesOf(messages: MessageView[], sends: OutgoingSend[], unanswered: number, self: string): Line[] {
  const stored = messages.map((message) => lineOf(message, self));
  const known = new Set(stored.map((line) => line.key));
  const quotedBy = (send: OutgoingSend): MessageView | undefined => messages.find(({ _id }) => _id === send.replyTo);
  const echoes = sends.map((send) => echoOf(send, unanswered, quotedBy(send))).filter((line) => !known.has(line.key));
  return [...stored, ...echoes];
}

const dayOf = (at: string): string => new Date(at).toDateString();

/** @param unreadFrom the seq of the first message that was unread when the conversation was opened. */
export function blocksOf(lines: Line[], unreadFrom: number | null): Block[] {
  const blocks: Block[] = [];
  let last: Line | undefined;
  for (const line of lines) {
    const newDay = last === undefined || dayOf(last.at) !== dayOf(line.at);
    if (newDay) blocks.push({ kind: 'day', key: `day ${dayOf(line.at)} ${line.key}`, at: line.at });
    if (unreadFrom !== null && line.seq === unreadFrom) blocks.push({ kind: 'unread', key: 'unread' });
    const run = blocks.at(-1);
    const goesOn = run?.kind === 'run' && run.senderId === line.senderId && last !== undefined && Date.parse(line.at) - Date.parse(last.at) < RUN_PAUSE;
    if (goesOn) run.lines.push(line);
    else blocks.push({ kind: 'run', key: `run ${line.key}`, senderId: line.senderId, lines: [line] });
    last = line;
  }
  return blocks;
}

/** 'Today', 'Yesterday', else the date as the reader's language writes it. */
export function dayLabel(at: string, now: Date): string {
  const day = new Date(at);
  const yesterday = new Date(now);
  yesterday.setDate(now.getDate() - 1);
  if (day.toDateString() === now.toDateString()) return 'Today';
  if (day.toDateString() === yesterday.toDateString()) return 'Yesterday';
  const year = day.getFullYear() === now.getFullYear() ? {} : { year: 'numeric' as const };
  return day.toLocaleDateString([], { weekday: 'long', day: 'numeric', month: 'long', ...year });
}
