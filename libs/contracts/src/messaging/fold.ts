import { type ConversationState, OPEN_END, furtherStatus, withIsland, withMessages } from './held.js';
import type { ConversationChange, ConversationPage, ConversationSettingsView, MessageView, ReadMarkerView, SyncPage } from './views.js';

/** Everything that can reach a client about a conversation. `history` is a page from anywhere: before, after or around a seq. */
export type Incoming =
  | { kind: 'page'; page: ConversationPage }
  | { kind: 'history'; page: ConversationPage }
  | { kind: 'sync'; page: SyncPage }
  | { kind: 'change'; chatId: string; change: ConversationChange }
  | { kind: 'reply'; message: MessageView }
  | { kind: 'hint'; chatId: string; rev: number };

/** True when changes are known to be missing. */
export const isBehind = (state: ConversationState): boolean => state.since !== null && state.seen > state.upTo;

const quoteRev = (message: MessageView): number => message.replyTo?.rev ?? 0;

/**
 * The higher rev wins. At one rev only what other changes derive can differ, and it only moves forward: a message
 * that was read stays read, and of two quotes the later one is true.
 */
function newerMessage(held: MessageView | undefined, incoming: MessageView): MessageView {
  if (held === undefined || held.rev < incoming.rev) return incoming;
  if (held.rev > incoming.rev) return held;
  const replyTo = quoteRev(held) > quoteRev(incoming) ? held.replyTo : incoming.replyTo;
  return { ...incoming, replyTo, isRead: held.isRead || incoming.isRead, status: furtherStatus(incoming.status, held.status) };
}

function foldMessages(state: ConversationState, incoming: readonly MessageView[]): ConversationState {
  const chunks = withMessages(state.chunks, incoming, newerMessage);
  return chunks === state.chunks ? state : { ...state, chunks };
}

/** At one rev the further one is true: what receipts hid may have become visible. */
const newerMarker = (held: ReadMarkerView | undefined, incoming: ReadMarkerView): ReadMarkerView => (held !== undefined && held.rev > incoming.rev ? held : incoming);

function foldMarkers(state: ConversationState, incoming: readonly ReadMarkerView[]): ConversationState {
  if (incoming.length === 0) return state;
  const markers = { ...state.markers };
  for (const marker of incoming) markers[marker.userId] = newerMarker(markers[marker.userId], marker);
  return { ...state, markers };
}

const foldSettings = (state: ConversationState, settings: ConversationSettingsView): ConversationState => (settings.rev > state.settings.rev ? { ...state, settings } : state);

function foldChanges(state: ConversationState, changes: readonly ConversationChange[]): ConversationState {
  const messages = changes.flatMap((change) => (change.kind === 'message' ? [change.message] : []));
  const markers = changes.flatMap((change) => (change.kind === 'marker' ? [change.marker] : []));
  const settings = changes.flatMap((change) => (change.kind === 'settings' ? [change.settings] : []));
  return settings.reduce(foldSettings, foldMarkers(foldMessages(state, messages), markers));
}

const withSeen = (state: ConversationState, rev: number): ConversationState => (rev > state.seen ? { ...state, seen: rev } : state);

/** Before the first page there is nothing that could be complete. */
const withUpTo = (state: ConversationState, upTo: number): ConversationState => (state.since !== null && upTo > state.upTo ? { ...state, upTo } : state);

const withPage = (state: ConversationState, page: ConversationPage): ConversationState =>
  withSeen(foldSettings(foldMarkers(foldMessages(state, page.messages), page.markers), page.settings), page.asOf);

/**
 * A stretch that was read in one snapshot. Every change after `since` is heard of, so a snapshot from there on stays
 * true; an older one (a late answer from another life of this state) does not count: changes between were never heard.
 */
function foldIsland(state: ConversationState, asOf: number, from: number, to: number): ConversationState {
  if (state.since === null || asOf < state.since) return state;
  const islands = withIsland(state.islands, { from, to });
  return islands === state.islands ? state : { ...state, islands };
}

/**
 * The newest page: whatever comes after it will be heard. It is a snapshot at `asOf`, so the first one moves `upTo`;
 * a client that already holds history learns of its changes by sync alone.
 */
function foldPage(state: ConversationState, page: ConversationPage): ConversationState {
  const merged = withPage(state, page);
  const begun = merged.since === null ? { ...merged, since: page.asOf, upTo: page.asOf } : merged;
  return foldIsland(begun, page.asOf, page.messages[0]?.seq ?? 1, OPEN_END);
}

/** Any other page. It may lie anywhere; where it touches what is held, they join. */
function foldHistory(state: ConversationState, page: ConversationPage): ConversationState {
  const [first, last] = [page.messages[0], page.messages.at(-1)];
  const merged = withPage(state, page);
  return first && last ? foldIsland(merged, page.asOf, first.seq, last.seq) : merged;
}

/** A catch-up counts only where it starts no later than what is held: otherwise there would be a hole. */
function foldSync(state: ConversationState, page: SyncPage): ConversationState {
  const merged = withSeen(foldChanges(state, page.changes), page.asOf);
  return page.after <= state.upTo ? withUpTo(merged, page.upTo) : merged;
}

function foldChange(state: ConversationState, change: ConversationChange): ConversationState {
  const merged = withSeen(foldChanges(state, [change]), change.rev);
  return change.rev === state.upTo + 1 ? withUpTo(merged, change.rev) : merged;
}

/** The one door into the client's store: pure, and safe under repetition, reordering and loss. */
export function fold(state: ConversationState, incoming: Incoming): ConversationState {
  switch (incoming.kind) {
    case 'page':
      return incoming.page.chatId === state.chatId ? foldPage(state, incoming.page) : state;
    case 'history':
      return incoming.page.chatId === state.chatId ? foldHistory(state, incoming.page) : state;
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
