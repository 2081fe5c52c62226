import type { ConversationChange, ConversationPage, MessageView, ReadMarkerView, SyncPage } from './views.js';

/**
 * What a client holds of one conversation.
 * - `messages`: every message it was ever told of, by id; a message's state with the highest rev wins.
 * - `window`: the seqs that are loaded without a hole, `from` to the newest; null before the first page.
 * - `upTo`: the contiguous revision: every change up to here is in. `seen` is the highest revision heard of;
 *   `seen > upTo` means that something was missed and `sync?after=upTo` is due.
 */
export interface ConversationState {
  chatId: string;
  messages: Record<string, MessageView>;
  markers: Record<string, ReadMarkerView>;
  window: { from: number; hasOlder: boolean } | null;
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
  window: null,
  upTo: 0,
  seen: 0,
});

/** True when changes are known to be missing. */
export const isBehind = (state: ConversationState): boolean => state.window !== null && state.seen > state.upTo;

const newer = <T extends { rev: number }>(held: T | undefined, incoming: T): T =>
  held !== undefined && held.rev > incoming.rev ? held : incoming;

function withMessages(state: ConversationState, incoming: readonly MessageView[]): ConversationState {
  if (incoming.length === 0) return state;
  const messages = { ...state.messages };
  for (const message of incoming) messages[message._id] = newer(messages[message._id], message);
  return { ...state, messages };
}

function withMarkers(state: ConversationState, incoming: readonly ReadMarkerView[]): ConversationState {
  if (incoming.length === 0) return state;
  const markers = { ...state.markers };
  for (const marker of incoming) markers[marker.userId] = newer(markers[marker.userId], marker);
  return { ...state, markers };
}

const withSeen = (state: ConversationState, rev: number): ConversationState =>
  rev > state.seen ? { ...state, seen: rev } : state;

function withChange(state: ConversationState, change: ConversationChange): ConversationState {
  return change.kind === 'message' ? withMessages(state, [change.message]) : withMarkers(state, [change.marker]);
}

function withUpTo(state: ConversationState, upTo: number): ConversationState {
  return withSeen(upTo > state.upTo ? { ...state, upTo } : state, upTo);
}

/**
 * The newest page. It is a snapshot at `asOf`, so it moves `upTo` only where nothing older was held: a client that
 * already holds history learns of its changes by sync alone.
 */
function foldPage(state: ConversationState, page: ConversationPage): ConversationState {
  const merged = withSeen(withMarkers(withMessages(state, page.messages), page.markers), page.asOf);
  if (state.window !== null) return merged;
  const from = page.messages[0]?.seq ?? 1;
  return withUpTo({ ...merged, window: { from, hasOlder: page.hasMore } }, page.asOf);
}

/** An older page extends the window when it joins it without a hole. */
function foldOlder(state: ConversationState, page: ConversationPage): ConversationState {
  const merged = withSeen(withMessages(state, page.messages), page.asOf);
  const last = page.messages.at(-1);
  if (merged.window === null) return merged;
  if (last === undefined) return { ...merged, window: { ...merged.window, hasOlder: page.hasMore } };
  if (last.seq < merged.window.from - 1) return merged;
  const from = Math.min(merged.window.from, page.messages[0]?.seq ?? merged.window.from);
  return { ...merged, window: { from, hasOlder: from === merged.window.from ? merged.window.hasOlder : page.hasMore } };
}

/** The one door into the client's store: pure, and safe under repetition, reordering and loss. */
export function fold(state: ConversationState, incoming: Incoming): ConversationState {
  switch (incoming.kind) {
    case 'page':
      return incoming.page.chatId === state.chatId ? foldPage(state, incoming.page) : state;
    case 'older':
      return incoming.page.chatId === state.chatId ? foldOlder(state, incoming.page) : state;
    case 'sync':
      if (incoming.page.chatId !== state.chatId) return state;
      return withSeen(withUpTo(incoming.page.changes.reduce(withChange, state), incoming.page.upTo), incoming.page.asOf);
    case 'change': {
      if (incoming.chatId !== state.chatId) return state;
      const merged = withSeen(withChange(state, incoming.change), incoming.change.rev);
      return incoming.change.rev === state.upTo + 1 && state.window !== null ? withUpTo(merged, incoming.change.rev) : merged;
    }
    case 'reply':
      return fold(state, {
        kind: 'change',
        chatId: incoming.message.chatId,
        change: { kind: 'message', rev: incoming.message.rev, message: incoming.message },
      });
    case 'hint':
      return incoming.chatId === state.chatId ? withSeen(state, incoming.rev) : state;
  }
}

/** The loaded messages in conversation order, each with the read state that the markers give it. */
export function visibleMessages(state: ConversationState): MessageView[] {
  const from = state.window?.from ?? Number.POSITIVE_INFINITY;
  return Object.values(state.messages)
    .filter((message) => message.seq >= from)
    .toSorted((a, b) => a.seq - b.seq)
    .map((message) => withReadState(message, state.markers));
}

/** A message's `isRead` and `status` follow the marker of the one who did not send it. */
export function withReadState(message: MessageView, markers: Record<string, ReadMarkerView>): MessageView {
  const isRead = Object.values(markers).some((m) => m.userId !== message.sender._id && m.upTo >= message.seq);
  if (isRead === message.isRead) return message;
  return { ...message, isRead, status: isRead ? 'read' : 'sent' };
}
