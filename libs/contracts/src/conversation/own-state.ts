import type { OwnChange, OwnPage, OwnSnapshot, ReadMarkerView } from './views.js';

/**
 * The state of a conversation that only this person sees, folded by `ownRev`.
 * - `marker`: the last move of the person's own read marker; null before the first page that has an own part.
 * - `upTo`: the contiguous own revision; null before that page, and with servers of the previous build.
 * - `seen`: the highest own revision that the server named; `seen > upTo` means that own changes are missing.
 */
export interface OwnState {
  marker: Extract<OwnChange, { kind: 'marker' }> | null;
  upTo: number | null;
  seen: number;
}

export const emptyOwn: OwnState = { marker: null, upTo: null, seen: 0 };

/** Returns whether own changes are known to be missing. */
export const isOwnBehind = ({ upTo, seen }: OwnState): boolean => upTo !== null && seen > upTo;

/** Two states of one own revision differ only if a server of the previous build moved the marker. The further one wins. */
function furtherMarker(known: ReadMarkerView, incoming: ReadMarkerView): ReadMarkerView {
  return {
    ...incoming,
    upTo: Math.max(known.upTo, incoming.upTo),
    deliveredUpTo: Math.max(known.deliveredUpTo, incoming.deliveredUpTo),
  };
}

function withChange(own: OwnState, change: OwnChange): OwnState {
  const { marker: known } = own;
  if (known === null || known.ownRev < change.ownRev) return { ...own, marker: change };
  return known.ownRev > change.ownRev
    ? own
    : { ...own, marker: { ...change, marker: furtherMarker(known.marker, change.marker) } };
}

const withSeen = (own: OwnState, ownRev: number): OwnState => (ownRev > own.seen ? { ...own, seen: ownRev } : own);

const withUpTo = (own: OwnState, upTo: number): OwnState =>
  own.upTo !== null && upTo > own.upTo ? { ...own, upTo } : own;

/** Folds one change. `upTo` moves only if the change follows it directly. */
export function foldOwnChange(own: OwnState, change: OwnChange): OwnState {
  const merged = withSeen(withChange(own, change), change.ownRev);
  return own.upTo !== null && change.ownRev === own.upTo + 1 ? withUpTo(merged, change.ownRev) : merged;
}

/** Folds the own part of a page. The first one sets where own catch-ups begin. */
export function foldOwnSnapshot(own: OwnState, { changes, asOf }: OwnSnapshot): OwnState {
  const merged = withSeen(changes.reduce(withChange, own), asOf);
  return merged.upTo === null ? { ...merged, upTo: asOf } : merged;
}

/** Folds an own catch-up. `upTo` moves only if it starts at or before `upTo`. */
export function foldOwnPage(own: OwnState, { changes, asOf, after, upTo }: OwnPage): OwnState {
  const merged = withSeen(changes.reduce(withChange, own), asOf);
  return own.upTo !== null && after <= own.upTo ? withUpTo(merged, upTo) : merged;
}

/** Folds a sync hint. */
export const foldOwnHint = (own: OwnState, ownRev: number | undefined): OwnState =>
  ownRev === undefined ? own : withSeen(own, ownRev);
