import { quoteOf } from './quotes.js';
import type { ConversationChange, ConversationPage, ConversationSettingsView, MessageView, QuoteView, ReadMarkerView, SyncPage } from './views.js';

/**
 * What a client holds of one conversation.
 * - `messages`: every message it was ever told of, by id; a message's state with the highest rev wins.
 * - `window`: the seqs that are loaded without a hole, `from` to the newest; null before the first page. `since` is
 *   the revision from which on every change has been heard of, also of messages outside of the window.
 * - `upTo`: the contiguous revision: every change up to here is in. `seen` is the highest revision heard of;
 *   `seen > upTo` means that something was missed and `sync?after=upTo` is due.
 */
export interface ConversationState {
  chatId: string;
  messages: Record<string, MessageView>;
  markers: Record<string, ReadMarkerView>;
  settings: ConversationSettingsView;
  window: { from: number; hasOlder: boolean; since: number } | null;
  upTo: number;
  seen: number;
}

/** Everything that can reach a client about a conversation. */
export type Incoming =
  | { kind: 'page'; page: ConversationPage }
  | { kind: 'older'; page: ConversationPage }
  | { kind: 'sync'; page: SyncPage }
  | { kind: 'change'; chatId: string; change: ConversationChange }
  | { kind: 'reply'; message: MessageView }
  | { kind: 'hint'; chatId: string; rev: number };

export const emptyConversation = (chatId: string): ConversationState => ({
  chatId,
  messages: {},
  markers: {},
  settings: { disappearAfter: null, rev: 0 },
  window: null,
  upTo: 0,
  seen: 0,
});

/** True when changes are known to be missing. */
export const isBehind = (state: ConversationState): boolean => state.window !== null && state.seen > state.upTo;

const quoteRev = (message: MessageView): number => message.replyTo?.rev ?? 0;

/**
 * The higher rev wins. At one rev only what other changes derive can differ, and it only moves forward: a message
 * that was read stays read, and of two quotes the later one is true.
 */
function newerMessage(held: MessageView | undefined, incoming: MessageView): MessageView {
  if (held === undefined || held.rev < incoming.rev) return incoming;
  if (held.rev > incoming.rev) return held;
  const replyTo = quoteRev(held) > quoteRev(incoming) ? held.replyTo : incoming.replyTo;
  return held.isRead ? { ...incoming, replyTo, isRead: true, status: held.status } : { ...incoming, replyTo };
}

function withMessages(state: ConversationState, incoming: readonly MessageView[]): ConversationState {
  if (incoming.length === 0) return state;
  const messages = { ...state.messages };
  for (const message of incoming) messages[message._id] = newerMessage(messages[message._id], message);
  return { ...state, messages };
}

function withMarkers(state: ConversationState, incoming: readonly ReadMarkerView[]): ConversationState {
  if (incoming.length === 0) return state;
  const markers = { ...state.markers };
  for (const marker of incoming) {
    if ((markers[marker.userId]?.rev ?? -1) <= marker.rev) markers[marker.userId] = marker;
  }
  return { ...state, markers };
}

function withChanges(state: ConversationState, changes: readonly ConversationChange[]): ConversationState {
  const messages = changes.flatMap((change) => (change.kind === 'message' ? [change.message] : []));
  const markers = changes.flatMap((change) => (change.kind === 'marker' ? [change.marker] : []));
  const settings = changes.flatMap((change) => (change.kind === 'settings' ? [change.settings] : []));
  return settings.reduce(withSettings, withMarkers(withMessages(state, messages), markers));
}

const withSettings = (state: ConversationState, settings: ConversationSettingsView): ConversationState =>
  settings.rev > state.settings.rev ? { ...state, settings } : state;

const withSeen = (state: ConversationState, rev: number): ConversationState =>
  rev > state.seen ? { ...state, seen: rev } : state;

/** Without a window there is nothing that could be complete. */
function withUpTo(state: ConversationState, upTo: number): ConversationState {
  return state.window !== null && upTo > state.upTo ? { ...state, upTo } : state;
}

function withPage(state: ConversationState, page: ConversationPage): ConversationState {
  return withSeen(withSettings(withMarkers(withMessages(state, page.messages), page.markers), page.settings), page.asOf);
}

/** Seqs have no holes, so there is something older exactly when the window does not start at 1. */
const windowFrom = (from: number, since: number) => ({ from, hasOlder: from > 1, since });

/**
 * The newest page. It is a snapshot at `asOf`, so it moves `upTo` only where nothing older was held: a client that
 * already holds history learns of its changes by sync alone.
 */
function foldPage(state: ConversationState, page: ConversationPage): ConversationState {
  const merged = withPage(state, page);
  if (state.window !== null) return merged;
  return { ...merged, window: windowFrom(page.messages[0]?.seq ?? 1, page.asOf), upTo: page.asOf };
}

/**
 * An older page extends the window when it joins it without a hole. A snapshot from before `since` (a late answer
 * from another life of this state) must not: changes between the two were never heard.
 */
function foldOlder(state: ConversationState, page: ConversationPage): ConversationState {
  const merged = withPage(state, page);
  const [first, last] = [page.messages[0], page.messages.at(-1)];
  if (merged.window === null || first === undefined || last === undefined || page.asOf < merged.window.since) return merged;
  const joins = first.seq < merged.window.from && last.seq >= merged.window.from - 1;
  return joins ? { ...merged, window: windowFrom(first.seq, merged.window.since) } : merged;
}

/** A catch-up counts only where it starts no later than what is held: otherwise there would be a hole. */
function foldSync(state: ConversationState, page: SyncPage): ConversationState {
  const merged = withSeen(withChanges(state, page.changes), page.asOf);
  return page.after <= state.upTo ? withUpTo(merged, page.upTo) : merged;
}

function foldChange(state: ConversationState, change: ConversationChange): ConversationState {
  const merged = withSeen(withChanges(state, [change]), change.rev);
  return change.rev === state.upTo + 1 ? withUpTo(merged, change.rev) : merged;
}

/** The one door into the client's store: pure, and safe under repetition, reordering and loss. */
export function fold(state: ConversationState, incoming: Incoming): ConversationState {
  switch (incoming.kind) {
    case 'page':
      return incoming.page.chatId === state.chatId ? foldPage(state, incoming.page) : state;
    case 'older':
      return incoming.page.chatId === state.chatId ? foldOlder(state, incoming.page) : state;
    case 'sync':
      return incoming.page.chatId === state.chatId ? foldSync(state, incoming.page) : state;
    case 'change':
      return incoming.chatId === state.chatId ? foldChange(state, incoming.change) : state;
    case 'reply': {
      const { message } = incoming;
      return message.chatId === state.chatId ? foldChange(state, { kind: 'message', rev: message.rev, message }) : state;
    }
    case 'hint':
      return incoming.chatId === state.chatId ? withSeen(state, incoming.rev) : state;
  }
}

/** The loaded messages in conversation order, each with the read state and the quote that the rest of the state gives it. */
export function visibleMessages(state: ConversationState): MessageView[] {
  const from = state.window?.from ?? Number.POSITIVE_INFINITY;
  return Object.values(state.messages)
    .filter((message) => message.seq >= from)
    .toSorted((a, b) => a.seq - b.seq)
    .map((message) => withQuote(withReadState(message, state.markers), state.messages));
}

/** A message's `isRead` and `status` follow the marker of the one who did not send it. */
export function withReadState(message: MessageView, markers: Record<string, ReadMarkerView>): MessageView {
  if (message.isRead) return message;
  const isRead = Object.values(markers).some((m) => m.userId !== message.sender._id && m.upTo >= message.seq);
  return isRead ? { ...message, isRead, status: 'read' } : message;
}

/** A quote follows the message it quotes, where that is held in a later state. */
export function withQuote(message: MessageView, messages: Record<string, MessageView>): MessageView {
  const quote: QuoteView | null = message.replyTo;
  const quoted = quote && messages[quote._id];
  return quoted && quoted.rev > quote.rev ? { ...message, replyTo: quoteOf(quoted) } : message;
}
