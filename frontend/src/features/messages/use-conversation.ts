import type { MessageView, QuoteView } from '@duet/contracts';
import {
  type ClientConversation,
  type LoadedRange,
  OPEN_END,
  asShown,
  chunksOf,
  messageAt,
  newestSeq,
} from '@duet/contracts/plain';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { loadedRangeOrEnd, useLive, useLiveState } from '../../sync/index.js';
import { useSettings } from '../../platform/account/settings.js';
import { useExpiring } from '../../ui/use-expiring.js';
import { type Line, echoesOf, lineOf } from './lines.js';
import { type VisibleSeqs, visibleSeqsOf } from './list/visible-seqs.js';

/**
 * The content of the message list: the visible messages of one loaded range, then the echoes of pending messages. Before the
 * first page it has only what the user has sent meanwhile.
 */
export interface VisibleList {
  conversation: ClientConversation;
  range: LoadedRange;
  seqs: readonly number[];
  echoes: readonly Line[];
  count: number;
  /** Computed on demand: only rows on the screen need their line. */
  lineAt: (index: number) => Line | undefined;
}

export interface ConversationState {
  load: 'loading' | 'kept' | 'ready' | 'failed';
  visibleList: VisibleList | null;
}

/**
 * Stands for the range of a conversation that is not loaded. The list then has the own messages alone: a message of the
 * partner in sight would count as read, and with it all earlier ones.
 */
const UNLOADED: LoadedRange = { from: 1, to: OPEN_END };

/** Opens the conversation and follows its stored and pending messages. */
export function useConversation(chatId: string, self: string): ConversationState {
  const live = useLive();
  useEffect(() => live.conversation.open(chatId), [live, chatId]);
  const conversation = useLiveState((state) =>
    state.live.conversation?.chatId === chatId ? state.live.conversation : null,
  );
  const load = useLiveState((state) => state.live.load);
  const visibleList = useVisibleList(conversation, self);
  return { load: conversation === null ? 'loading' : load, visibleList };
}

function useVisibleList(conversation: ClientConversation | null, self: string): VisibleList | null {
  const seq = useLiveState((state) => state.live.place.seq);
  const { readReceipts } = useSettings().settings.privacy;
  const range = useMemo(
    () => (conversation ? (loadedRangeOrEnd(conversation, seq) ?? UNLOADED) : undefined),
    [conversation, seq],
  );
  const { seqs: known } = useVisibleSeqs(conversation, range);
  const seqs = useMemo(
    () =>
      conversation && range === UNLOADED
        ? known.filter((one) => messageAt(conversation, one)?.sender._id === self)
        : known,
    [conversation, range, known, self],
  );
  const echoes = useEchoes(conversation, self);
  const toLine = useMemo(() => createLines(self, readReceipts), [self, readReceipts]);
  return useMemo(() => {
    if (!conversation || !range) return null;
    const lineAt = (index: number): Line | undefined => {
      const message = messageAt(conversation, seqs[index] ?? -1);
      return message ? toLine(conversation, message) : echoes[index - seqs.length];
    };
    return { conversation, range, seqs, echoes, count: seqs.length + echoes.length, lineAt };
  }, [conversation, range, seqs, echoes, toLine]);
}

const isSameQuote = (one: QuoteView | null, other: QuoteView | null): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other);

/**
 * Makes lines of stored messages. A line stays the same object until something in it changes: a new message or a read marker
 * renders no other row.
 */
function createLines(
  self: string,
  receipts: boolean,
): (conversation: ClientConversation, message: MessageView) => Line {
  const known = new WeakMap<MessageView, { shown: MessageView; line: Line }>();
  return (conversation, message) => {
    const shown = asShown(conversation, message);
    const last = known.get(message);
    if (
      last?.shown.status === shown.status &&
      last.shown.isRead === shown.isRead &&
      isSameQuote(last.shown.replyTo, shown.replyTo)
    )
      return last.line;
    const line = lineOf(shown, self, receipts);
    known.set(message, { shown, line });
    return line;
  };
}

/** Messages that expire leave the list at that moment. */
function useVisibleSeqs(conversation: ClientConversation | null, range: LoadedRange | undefined): VisibleSeqs {
  const [unchanged] = useState(createUnchanged);
  const chunks = conversation?.chunks;
  const { from, to } = range ?? { from: 1, to: 0 };
  const read = useCallback(
    (now: number): VisibleSeqs =>
      chunks ? visibleSeqsOf({ chunks }, { from, to }, now) : { seqs: [], until: Number.POSITIVE_INFINITY },
    [chunks, from, to],
  );
  const fresh = useExpiring(read);
  return useMemo(() => unchanged(fresh), [unchanged, fresh]);
}

/** Equal seqs stay the same object, so that a reaction does not lay out the list again. */
function createUnchanged(): (fresh: VisibleSeqs) => VisibleSeqs {
  let last: VisibleSeqs = { seqs: [], until: 0 };
  return (fresh) => {
    const isSame = last.seqs.length === fresh.seqs.length && last.seqs.every((seq, index) => seq === fresh.seqs[index]);
    if (!isSame) last = fresh;
    return last;
  };
}

/** Always the same object: other echoes lay out the list again. */
const NO_ECHOES: readonly Line[] = [];

/** The echoes of pending messages, in any range. */
function useEchoes(conversation: ClientConversation | null, self: string): readonly Line[] {
  const pending = useLiveState((state) => state.pending.messages);
  const unanswered = useLiveState((state) => state.pending.unanswered);
  return useMemo(() => {
    if (!conversation) return NO_ECHOES;
    const own = pending.filter(({ chatId }) => chatId === conversation.chatId);
    if (own.length === 0) return NO_ECHOES;
    const recent = new Set(recentOf(conversation).map((message) => lineOf(message, self, true).key));
    return echoesOf(
      own,
      unanswered,
      ({ key }) => recent.has(key),
      (id) => withId(conversation, id),
    );
  }, [conversation, pending, unanswered, self]);
}

/** How far back the stored message of an echo can be; the queue detects older ones itself. */
const RECENT = 300;

const recentOf = (conversation: ClientConversation): MessageView[] => {
  const to = newestSeq(conversation);
  return chunksOf(conversation, { from: to - RECENT, to }).flatMap(({ chunk }) =>
    chunk.flatMap((message) => message ?? []),
  );
};

const withId = (conversation: ClientConversation, id: string): MessageView | undefined => {
  for (const { chunk } of chunksOf(conversation, { from: 1, to: newestSeq(conversation) })) {
    const found = chunk.find((message) => message?._id === id);
    if (found) return found;
  }
  return undefined;
};
