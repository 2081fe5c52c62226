import { hiddenQuote } from './hidden.js';
import { type OwnState, emptyOwn } from './own-state.js';
import { quoteOf } from './quotes.js';
import type { ConversationSettingsView, MessageStatus, MessageView, QuoteView, ReadMarkerView } from './views.js';

/** Messages per chunk. A change copies one chunk, so its cost does not grow with the conversation. */
const CHUNK = 128;

export type Chunk = readonly (MessageView | undefined)[];

/** A range of seqs without a gap, both ends included. The range that grows with the conversation ends at `OPEN_END`. */
export interface LoadedRange {
  from: number;
  to: number;
}

export const OPEN_END = Number.MAX_SAFE_INTEGER;

/**
 * A client's state of one conversation.
 * - `own`: the state that only this person sees, with their read marker. Then `markers` has only the partner's.
 * - `chunks`: every received message by seq, in its state with the highest rev.
 * - `ranges`: the ranges that are loaded without a gap, ascending and disjoint.
 * - `since`: the client has every change after this revision, or knows that it misses some; null before the first page.
 *   Pages as of an earlier revision may be stale and add no range.
 * - `upTo`: the contiguous revision, up to which all changes are applied. `seen`: the highest known revision. `seen > upTo`
 *   means that changes are missing and `sync?after=upTo` is due.
 */
export interface ClientConversation {
  chatId: string;
  own: OwnState;
  chunks: Readonly<Record<number, Chunk>>;
  markers: Readonly<Record<string, ReadMarkerView>>;
  settings: ConversationSettingsView;
  ranges: readonly LoadedRange[];
  since: number | null;
  upTo: number;
  seen: number;
}

export const emptyConversation = (chatId: string): ClientConversation => ({
  chatId,
  own: emptyOwn,
  chunks: {},
  markers: {},
  settings: { disappearAfter: null, rev: 0 },
  ranges: [],
  since: null,
  upTo: 0,
  seen: 0,
});

const chunkOf = (seq: number): number => Math.floor(seq / CHUNK);

/** The latest known state of a message, inside a loaded range or not. */
export const messageAt = ({ chunks }: Pick<ClientConversation, 'chunks'>, seq: number): MessageView | undefined =>
  chunks[chunkOf(seq)]?.[seq % CHUNK];

/** Adds messages to `chunks`. `choose` picks one of two states of a message. */
export function withMessages(
  chunks: ClientConversation['chunks'],
  incoming: readonly MessageView[],
  choose: (known: MessageView | undefined, incoming: MessageView) => MessageView,
): ClientConversation['chunks'] {
  const changed: Record<number, (MessageView | undefined)[]> = {};
  for (const message of incoming) {
    const index = chunkOf(message.seq);
    const place = message.seq % CHUNK;
    const known = (changed[index] ?? chunks[index])?.[place];
    const chosen = choose(known, message);
    if (chosen !== known) (changed[index] ??= [...(chunks[index] ?? [])])[place] = chosen;
  }
  return Object.keys(changed).length === 0 ? chunks : { ...chunks, ...changed };
}

/** Adds a range, and joins ranges that touch. */
export function withLoadedRange(ranges: readonly LoadedRange[], added: LoadedRange): readonly LoadedRange[] {
  if (ranges.some(({ from, to }) => from <= added.from && to >= added.to)) return ranges;
  const touches = ({ from, to }: LoadedRange): boolean => to >= added.from - 1 && from <= added.to + 1;
  const met = ranges.filter(touches);
  const joined = {
    from: Math.min(added.from, ...met.map(({ from }) => from)),
    to: Math.max(added.to, ...met.map(({ to }) => to)),
  };
  return [...ranges.filter((range) => !touches(range)), joined].toSorted((a, b) => a.from - b.from);
}

/** Returns whether a message is deleted or has disappeared. */
export const isGone = (message: MessageView, now: number): boolean =>
  message.deletedAt !== null || hasExpired(message, now);

/** Returns whether a message has disappeared, even before the server makes its tombstone. */
export const hasExpired = ({ expiresAt }: MessageView, now: number): boolean =>
  expiresAt !== null && Date.parse(expiresAt) <= now;

/** The range that contains this seq. */
export const loadedRangeAt = ({ ranges }: Pick<ClientConversation, 'ranges'>, seq: number): LoadedRange | undefined =>
  ranges.find(({ from, to }) => from <= seq && seq <= to);

/** The range at the end of the conversation. It exists from the first page on. */
export const liveRange = ({ ranges }: Pick<ClientConversation, 'ranges'>): LoadedRange | undefined =>
  ranges.findLast(({ to }) => to === OPEN_END);

/** The chunks of a range, in order, each with its first seq. */
export function chunksOf(
  { chunks }: Pick<ClientConversation, 'chunks'>,
  { from, to }: LoadedRange,
): { first: number; chunk: Chunk }[] {
  const known: { first: number; chunk: Chunk }[] = [];
  // Integer keys are in ascending order.
  for (const key of Object.keys(chunks)) {
    const first = Number(key) * CHUNK;
    const chunk = chunks[Number(key)];
    if (chunk && first + chunk.length > from && first <= to) known.push({ first, chunk });
  }
  return known;
}

/** The messages of a range, in order, with read state and quote derived from the whole state. */
export function messagesOf(state: ClientConversation, range: LoadedRange): MessageView[] {
  return chunksOf(state, range).flatMap(({ chunk }) =>
    chunk.flatMap((message) =>
      message && message.seq >= range.from && message.seq <= range.to ? [asShown(state, message)] : [],
    ),
  );
}

/** The messages of the range at the end of the conversation. */
export function visibleMessages(state: ClientConversation): MessageView[] {
  const range = liveRange(state);
  return range ? messagesOf(state, range) : [];
}

/** Completes a message with its read state and quote. */
export const asShown = (state: ClientConversation, message: MessageView): MessageView =>
  withQuote(withReadState(message, state), state);

/** A person's read marker: the user's own as it is, the partner's as far as it is shown. */
export const markerOf = (
  { own, markers }: Pick<ClientConversation, 'own' | 'markers'>,
  userId: string,
): ReadMarkerView | undefined => (own.marker?.marker.userId === userId ? own.marker.marker : markers[userId]);

const STEPS: Record<MessageStatus, number> = { failed: 0, sending: 1, sent: 2, delivered: 3, read: 4 };

/** The later of two statuses. */
export const furtherStatus = (one: MessageStatus, other: MessageStatus): MessageStatus =>
  STEPS[other] > STEPS[one] ? other : one;

const advanced = (status: MessageStatus, { seq, sender }: MessageView, marker: ReadMarkerView): MessageStatus => {
  if (marker.userId === sender._id) return status;
  if (marker.upTo >= seq) return 'read';
  return marker.deliveredUpTo >= seq ? furtherStatus(status, 'delivered') : status;
};

/** Derives `isRead` and `status` from the marker of the receiver. */
function withReadState(message: MessageView, { markers, own }: ClientConversation): MessageView {
  const shown = Object.values(markers).reduce((status, marker) => advanced(status, message, marker), message.status);
  const status = own.marker ? advanced(shown, message, own.marker.marker) : shown;
  return status === message.status ? message : { ...message, status, isRead: message.isRead || status === 'read' };
}

/** Derives a quote from the quoted message, if a later state of it is loaded. */
function withQuote(message: MessageView, state: ClientConversation): MessageView {
  const quote: QuoteView | null = message.replyTo;
  if (quote && state.own.hidden[quote.seq]) return { ...message, replyTo: hiddenQuote(quote) };
  const quoted = quote ? messageAt(state, quote.seq) : undefined;
  return quote && quoted && quoted.rev > quote.rev ? { ...message, replyTo: quoteOf(quoted) } : message;
}

/**
 * Releases the messages outside of these ranges, to bound the memory of a long reading session. They can be loaded again
 * later. Pages that were requested before add no range, because changes of released messages are no longer tracked.
 */
export function release(state: ClientConversation, kept: readonly LoadedRange[]): ClientConversation {
  const ranges = kept.flatMap((keep) =>
    state.ranges
      .map(({ from, to }) => ({ from: Math.max(from, keep.from), to: Math.min(to, keep.to) }))
      .filter(({ from, to }) => from <= to),
  );
  const known = ranges.flatMap((range) => chunksOf(state, range));
  // A quoted message may be released, so its latest state is copied into the quote.
  const chunks = Object.fromEntries(
    known.map(({ first, chunk }) => [chunkOf(first), chunk.map((message) => message && withQuote(message, state))]),
  );
  const since = state.since === null ? null : Math.max(state.since, state.upTo);
  return { ...state, chunks, since, ranges: ranges.reduce<readonly LoadedRange[]>(withLoadedRange, []) };
}

/** The seq of the newest loaded message; 0 for none. */
export function newestSeq({ chunks }: Pick<ClientConversation, 'chunks'>): number {
  // Integer keys are in ascending order, and no chunk is empty.
  const last = Object.keys(chunks).at(-1);
  return last === undefined ? 0 : (chunks[Number(last)]?.findLast((message) => message !== undefined)?.seq ?? 0);
}
