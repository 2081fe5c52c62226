import { quoteOf } from './quotes.js';
import type { ConversationSettingsView, MessageStatus, MessageView, QuoteView, ReadMarkerView } from './views.js';

/** Messages lie in chunks of so many seqs: a change copies one chunk, whatever the length of the conversation. */
const CHUNK = 128;

export type Chunk = readonly (MessageView | undefined)[];

/** Seqs that are held without a hole, both ends included. The one that grows with the conversation ends at `OPEN_END`. */
export interface Island {
  from: number;
  to: number;
}

export const OPEN_END = Number.MAX_SAFE_INTEGER;

/**
 * What a client holds of one conversation.
 * - `chunks`: every message it was ever told of, by place; a message's state with the highest rev wins.
 * - `islands`: the stretches of the conversation that are held without a hole, ascending, apart from each other.
 * - `since`: every change after this revision has been heard of or is known to be missing, of whatever message; null
 *   before the first page. What was read before it may be stale and makes no island.
 * - `upTo`: the contiguous revision: every change up to here is in. `seen` is the highest revision heard of;
 *   `seen > upTo` means that something was missed and `sync?after=upTo` is due.
 */
export interface ConversationState {
  chatId: string;
  chunks: Readonly<Record<number, Chunk>>;
  markers: Readonly<Record<string, ReadMarkerView>>;
  settings: ConversationSettingsView;
  islands: readonly Island[];
  since: number | null;
  upTo: number;
  seen: number;
}

export const emptyConversation = (chatId: string): ConversationState => ({
  chatId,
  chunks: {},
  markers: {},
  settings: { disappearAfter: null, rev: 0 },
  islands: [],
  since: null,
  upTo: 0,
  seen: 0,
});

const chunkOf = (seq: number): number => Math.floor(seq / CHUNK);

/** The message at this place as it was last told, whether or not it is on an island. */
export const messageAt = ({ chunks }: Pick<ConversationState, 'chunks'>, seq: number): MessageView | undefined => chunks[chunkOf(seq)]?.[seq % CHUNK];

/** `chunks` with these messages in; `choose` says which of two states of one message stays. */
export function withMessages(chunks: ConversationState['chunks'], incoming: readonly MessageView[], choose: (held: MessageView | undefined, incoming: MessageView) => MessageView): ConversationState['chunks'] {
  const changed: Record<number, (MessageView | undefined)[]> = {};
  for (const message of incoming) {
    const index = chunkOf(message.seq);
    const place = message.seq % CHUNK;
    const held = (changed[index] ?? chunks[index])?.[place];
    const chosen = choose(held, message);
    if (chosen !== held) (changed[index] ??= [...(chunks[index] ?? [])])[place] = chosen;
  }
  return Object.keys(changed).length === 0 ? chunks : { ...chunks, ...changed };
}

/** `islands` and this one, joined where they touch. */
export function withIsland(islands: readonly Island[], added: Island): readonly Island[] {
  if (islands.some(({ from, to }) => from <= added.from && to >= added.to)) return islands;
  const touches = ({ from, to }: Island): boolean => to >= added.from - 1 && from <= added.to + 1;
  const met = islands.filter(touches);
  const joined = { from: Math.min(added.from, ...met.map(({ from }) => from)), to: Math.max(added.to, ...met.map(({ to }) => to)) };
  return [...islands.filter((island) => !touches(island)), joined].toSorted((a, b) => a.from - b.from);
}

/** Deleted, or its time has come: nobody shows it as it was. */
export const isGone = (message: MessageView, now: number): boolean => message.deletedAt !== null || hasExpired(message, now);

/** Its time has come: it is not shown at all, whether or not the server has made a tombstone of it yet. */
export const hasExpired = ({ expiresAt }: MessageView, now: number): boolean => expiresAt !== null && Date.parse(expiresAt) <= now;

/** The island that this seq lies on. */
export const islandOf = ({ islands }: Pick<ConversationState, 'islands'>, seq: number): Island | undefined => islands.find(({ from, to }) => from <= seq && seq <= to);

/** The island at the end of the conversation; there is one from the first page on. */
export const liveIsland = ({ islands }: Pick<ConversationState, 'islands'>): Island | undefined => islands.findLast(({ to }) => to === OPEN_END);

/** The chunks that hold some of these seqs, in order, each with the seq of its first place. */
export function chunksOf({ chunks }: Pick<ConversationState, 'chunks'>, { from, to }: Island): { first: number; chunk: Chunk }[] {
  const held: { first: number; chunk: Chunk }[] = [];
  // The keys of whole numbers are in ascending order.
  for (const key of Object.keys(chunks)) {
    const first = Number(key) * CHUNK;
    const chunk = chunks[Number(key)];
    if (chunk && first + chunk.length > from && first <= to) held.push({ first, chunk });
  }
  return held;
}

/** What is held of these seqs, in order, each with the read state and the quote that the rest of the state gives it. */
export function messagesOf(state: ConversationState, island: Island): MessageView[] {
  return chunksOf(state, island).flatMap(({ chunk }) =>
    chunk.flatMap((message) => (message && message.seq >= island.from && message.seq <= island.to ? [asShown(state, message)] : [])),
  );
}

/** The end of the conversation, as far back as it is held without a hole. */
export function visibleMessages(state: ConversationState): MessageView[] {
  const island = liveIsland(state);
  return island ? messagesOf(state, island) : [];
}

/** A message with everything that the rest of the state knows about it. */
export const asShown = (state: ConversationState, message: MessageView): MessageView => withQuote(withReadState(message, state.markers), state);

const STEPS: Record<MessageStatus, number> = { failed: 0, sending: 1, sent: 2, delivered: 3, read: 4 };

/** Of two, the one that is further on the way. */
export const furtherStatus = (one: MessageStatus, other: MessageStatus): MessageStatus => (STEPS[other] > STEPS[one] ? other : one);

/** A message's `isRead` and `status` follow the marker of the one who did not send it. */
function withReadState(message: MessageView, markers: ConversationState['markers']): MessageView {
  let { status } = message;
  for (const marker of Object.values(markers)) {
    if (marker.userId === message.sender._id) continue;
    if (marker.upTo >= message.seq) status = 'read';
    else if (marker.deliveredUpTo >= message.seq) status = furtherStatus(status, 'delivered');
  }
  return status === message.status ? message : { ...message, status, isRead: message.isRead || status === 'read' };
}

/** A quote follows the message it quotes, where that is held in a later state. */
function withQuote(message: MessageView, state: ConversationState): MessageView {
  const quote: QuoteView | null = message.replyTo;
  const quoted = quote ? messageAt(state, quote.seq) : undefined;
  return quote && quoted && quoted.rev > quote.rev ? { ...message, replyTo: quoteOf(quoted) } : message;
}

/**
 * Lets go of everything but these stretches, for a reader who has come far. What is let go may be read again later;
 * answers that were on their way already make no island, because changes of what was let go are no longer kept.
 */
export function release(state: ConversationState, kept: readonly Island[]): ConversationState {
  const islands = kept.flatMap((keep) =>
    state.islands.map(({ from, to }) => ({ from: Math.max(from, keep.from), to: Math.min(to, keep.to) })).filter(({ from, to }) => from <= to),
  );
  const held = islands.flatMap((island) => chunksOf(state, island));
  // A quote may be of a message that goes: what is known of it stays with the one that quotes it.
  const chunks = Object.fromEntries(held.map(({ first, chunk }) => [chunkOf(first), chunk.map((message) => message && withQuote(message, state))]));
  const since = state.since === null ? null : Math.max(state.since, state.upTo);
  return { ...state, chunks, since, islands: islands.reduce<readonly Island[]>(withIsland, []) };
}

/** The seq of the newest message that is held; 0 for none. */
export function newestSeq({ chunks }: Pick<ConversationState, 'chunks'>): number {
  // The keys of whole numbers are in ascending order, and no chunk is empty.
  const last = Object.keys(chunks).at(-1);
  return last === undefined ? 0 : (chunks[Number(last)]?.findLast((message) => message !== undefined)?.seq ?? 0);
}
