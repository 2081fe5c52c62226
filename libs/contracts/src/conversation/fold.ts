import {
  type ClientConversation,
  OPEN_END,
  furtherStatus,
  messageAt,
  withLoadedRange,
  withMessages,
} from './conversation-state.js';
import { hiddenView } from './hidden.js';
import { type OwnState, foldOwnChange, foldOwnHint, foldOwnPage, foldOwnSnapshot, isOwnBehind } from './own-state.js';
import type {
  ConversationChange,
  ConversationPage,
  ConversationSettingsView,
  MessageView,
  OwnChange,
  OwnMarkChange,
  ReadMarkerView,
  SyncPage,
} from './views.js';

/** Everything that a client can receive about a conversation. `history` is a page before, after or around a seq. */
export type Incoming =
  | { kind: 'page'; page: ConversationPage }
  | { kind: 'history'; page: ConversationPage }
  | { kind: 'sync'; page: SyncPage }
  | { kind: 'change'; chatId: string; change: ConversationChange }
  | { kind: 'own'; chatId: string; change: OwnChange | OwnMarkChange }
  | { kind: 'reply'; message: MessageView }
  | { kind: 'hint'; chatId: string; rev: number; ownRev?: number | undefined };

/** Returns whether changes are known to be missing, shared or own ones. */
export const isBehind = (state: ClientConversation): boolean =>
  state.since !== null && (state.seen > state.upTo || isOwnBehind(state.own));

const quoteRev = (message: MessageView): number => message.replyTo?.rev ?? 0;

/**
 * The higher rev wins. At the same rev only derived fields differ, and they only move forward: a read message stays read,
 * and the quote with the higher rev wins.
 */
function newerMessage(known: MessageView | undefined, incoming: MessageView): MessageView {
  if (known === undefined || known.rev < incoming.rev) return incoming;
  if (known.rev > incoming.rev) return known;
  const replyTo = quoteRev(known) > quoteRev(incoming) ? known.replyTo : incoming.replyTo;
  return {
    ...incoming,
    replyTo,
    isRead: known.isRead || incoming.isRead,
    status: furtherStatus(incoming.status, known.status),
  };
}

/** A message that this person deleted for themselves stays gone, also when the partner changes it. */
function foldMessages(state: ClientConversation, incoming: readonly MessageView[]): ClientConversation {
  const { hidden } = state.own;
  const visible = incoming.map((message) => (hidden[message.seq] ? hiddenView(message) : message));
  const chunks = withMessages(state.chunks, visible, newerMessage);
  return chunks === state.chunks ? state : { ...state, chunks };
}

/** At the same rev the later arrival wins: servers of the previous build moved a hidden marker without a new rev. */
const newerMarker = (known: ReadMarkerView | undefined, incoming: ReadMarkerView): ReadMarkerView =>
  known !== undefined && known.rev > incoming.rev ? known : incoming;

/** Ignores the own marker once own state is loaded, which contains it. */
function foldMarkers(state: ClientConversation, incoming: readonly ReadMarkerView[]): ClientConversation {
  const others = incoming.filter(({ userId }) => userId !== state.own.marker?.marker.userId);
  if (others.length === 0) return state;
  const markers = { ...state.markers };
  for (const marker of others) markers[marker.userId] = newerMarker(markers[marker.userId], marker);
  return { ...state, markers };
}

/** Replaces the own state, and removes the own marker that servers of the previous build sent. */
function withOwn(state: ClientConversation, own: OwnState): ClientConversation {
  if (own === state.own) return state;
  const userId = own.marker?.marker.userId ?? '';
  const markers =
    userId in state.markers
      ? Object.fromEntries(Object.entries(state.markers).filter(([id]) => id !== userId))
      : state.markers;
  return withoutHidden({ ...state, own, markers }, state.own.hidden);
}

/** Empties the messages that became hidden. */
function withoutHidden(state: ClientConversation, before: OwnState['hidden']): ClientConversation {
  const { hidden } = state.own;
  if (hidden === before) return state;
  const gone = Object.keys(hidden).flatMap((seq) => (before[Number(seq)] ? [] : (messageAt(state, Number(seq)) ?? [])));
  return { ...state, chunks: withMessages(state.chunks, gone, (_, message) => hiddenView(message)) };
}

const foldSettings = (state: ClientConversation, settings: ConversationSettingsView): ClientConversation =>
  settings.rev > state.settings.rev ? { ...state, settings } : state;

function foldChanges(state: ClientConversation, changes: readonly ConversationChange[]): ClientConversation {
  const messages = changes.flatMap((change) => (change.kind === 'message' ? [change.message] : []));
  const markers = changes.flatMap((change) => (change.kind === 'marker' ? [change.marker] : []));
  const settings = changes.flatMap((change) => (change.kind === 'settings' ? [change.settings] : []));
  return settings.reduce(foldSettings, foldMarkers(foldMessages(state, messages), markers));
}

const withSeen = (state: ClientConversation, rev: number): ClientConversation =>
  rev > state.seen ? { ...state, seen: rev } : state;

/** Moves `upTo` forward, but not before the first page. */
const withUpTo = (state: ClientConversation, upTo: number): ClientConversation =>
  state.since !== null && upTo > state.upTo ? { ...state, upTo } : state;

function withPage(state: ClientConversation, page: ConversationPage): ClientConversation {
  const own = page.own ? withOwn(state, foldOwnSnapshot(state.own, page.own)) : state;
  return withSeen(foldSettings(foldMarkers(foldMessages(own, page.messages), page.markers), page.settings), page.asOf);
}

/**
 * Adds a range that was read in one snapshot. A snapshot from before `since` (a late answer) adds none: the client does not
 * know the changes between the two.
 */
function foldLoadedRange(state: ClientConversation, asOf: number, from: number, to: number): ClientConversation {
  if (state.since === null || asOf < state.since) return state;
  const ranges = withLoadedRange(state.ranges, { from, to });
  return ranges === state.ranges ? state : { ...state, ranges };
}

/**
 * Folds the newest page. The first one is a complete snapshot at `asOf`, so it sets `since` and `upTo`. Later ones do not
 * move `upTo`: sync brings the changes of loaded history.
 */
function foldPage(state: ClientConversation, page: ConversationPage): ClientConversation {
  const merged = withPage(state, page);
  const begun = merged.since === null ? { ...merged, since: page.asOf, upTo: page.asOf } : merged;
  return foldLoadedRange(begun, page.asOf, page.messages[0]?.seq ?? 1, OPEN_END);
}

/** Folds a page of history. Its range joins those that it touches. */
function foldHistory(state: ClientConversation, page: ConversationPage): ClientConversation {
  const [first, last] = [page.messages[0], page.messages.at(-1)];
  const merged = withPage(state, page);
  return first && last ? foldLoadedRange(merged, page.asOf, first.seq, last.seq) : merged;
}

/** Folds a catch-up. `upTo` moves only if the catch-up starts at or before it; otherwise there would be a gap. */
function foldSync(state: ClientConversation, page: SyncPage): ClientConversation {
  const own = page.own ? withOwn(state, foldOwnPage(state.own, page.own)) : state;
  const merged = withSeen(foldChanges(own, page.changes), page.asOf);
  return page.after <= state.upTo ? withUpTo(merged, page.upTo) : merged;
}

function foldChange(state: ClientConversation, change: ConversationChange): ClientConversation {
  const merged = withSeen(foldChanges(state, [change]), change.rev);
  return change.rev === state.upTo + 1 ? withUpTo(merged, change.rev) : merged;
}

/** Applies incoming data to the state. It is pure, and tolerates repeated, reordered and lost data. @returns the new state, or the same one if nothing changed */
export function fold(state: ClientConversation, incoming: Incoming): ClientConversation {
  switch (incoming.kind) {
    case 'page':
      return incoming.page.chatId === state.chatId ? foldPage(state, incoming.page) : state;
    case 'history':
      return incoming.page.chatId === state.chatId ? foldHistory(state, incoming.page) : state;
    case 'sync':
      return incoming.page.chatId === state.chatId ? foldSync(state, incoming.page) : state;
    case 'change':
      return incoming.chatId === state.chatId ? foldChange(state, incoming.change) : state;
    case 'own':
      return incoming.chatId === state.chatId ? withOwn(state, foldOwnChange(state.own, incoming.change)) : state;
    case 'reply': {
      const { message } = incoming;
      return message.chatId === state.chatId
        ? foldChange(state, { kind: 'message', rev: message.rev, message })
        : state;
    }
    case 'hint':
      return incoming.chatId === state.chatId
        ? withSeen(withOwn(state, foldOwnHint(state.own, incoming.ownRev)), incoming.rev)
        : state;
  }
}
