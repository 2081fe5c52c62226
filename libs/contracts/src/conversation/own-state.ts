import type {
  MessageMarkView,
  OwnChange,
  OwnMarkChange,
  OwnPage,
  OwnSnapshot,
  ReadMarkerView,
  UnreadMarkView,
} from './views.js';

/** A mark with the own revision of its last change. */
type Revised<Mark> = Mark & { ownRev: number };

/**
 * The state of a conversation that only this person sees, folded by `ownRev`.
 * - `marker`: the last move of the person's own read marker; null before the first page that has an own part.
 * - `unread`: the last change of the unread mark.
 * - `marks`: the known marks of messages by seq. `hidden`: the seqs of messages that this person deleted for themselves.
 * - `upTo`: the contiguous own revision; null before that page, and with servers of the previous build.
 * - `seen`: the highest own revision that the server named; `seen > upTo` means that own changes are missing.
 */
export interface OwnState {
  marker: Extract<OwnChange, { kind: 'marker' }> | null;
  unread: Revised<UnreadMarkView> | null;
  marks: Readonly<Record<number, Revised<MessageMarkView>>>;
  hidden: Readonly<Record<number, true>>;
  upTo: number | null;
  seen: number;
}

export const emptyOwn: OwnState = { marker: null, unread: null, marks: {}, hidden: {}, upTo: null, seen: 0 };

/** Returns whether own changes are known to be missing. */
export const isOwnBehind = ({ upTo, seen }: OwnState): boolean => upTo !== null && seen > upTo;

/** The seq up to which a person has read, as their unread mark counts it. @param upTo the seq of their read marker */
export const boundaryOf = (upTo: number, unread: UnreadMarkView | null): number =>
  unread === null || unread.from === null || unread.readUpTo !== upTo ? upTo : Math.min(upTo, unread.from - 1);

/** The boundary of a client's state. */
export const readBoundary = ({ marker, unread }: Pick<OwnState, 'marker' | 'unread'>): number =>
  boundaryOf(marker?.marker.upTo ?? 0, unread);

/** Two states of one own revision differ only if a server of the previous build moved the marker. The further one wins. */
function furtherMarker(known: ReadMarkerView, incoming: ReadMarkerView): ReadMarkerView {
  return {
    ...incoming,
    upTo: Math.max(known.upTo, incoming.upTo),
    deliveredUpTo: Math.max(known.deliveredUpTo, incoming.deliveredUpTo),
  };
}

const withHidden = (hidden: OwnState['hidden'], seqs: readonly number[]): OwnState['hidden'] =>
  seqs.every((seq) => hidden[seq]) ? hidden : { ...hidden, ...Object.fromEntries(seqs.map((seq) => [seq, true])) };

function withChange(own: OwnState, change: OwnChange | OwnMarkChange): OwnState {
  const { ownRev } = change;
  if (change.kind === 'unread')
    return own.unread !== null && own.unread.ownRev >= ownRev ? own : { ...own, unread: { ...change.unread, ownRev } };
  if (change.kind === 'message') {
    const { mark } = change;
    if ((own.marks[mark.seq]?.ownRev ?? -1) >= ownRev) return own;
    const hidden = mark.hidden ? withHidden(own.hidden, [mark.seq]) : own.hidden;
    return { ...own, hidden, marks: { ...own.marks, [mark.seq]: { ...mark, ownRev } } };
  }
  const { marker: known } = own;
  if (known === null || known.ownRev < ownRev) return { ...own, marker: change };
  return known.ownRev > ownRev
    ? own
    : { ...own, marker: { ...change, marker: furtherMarker(known.marker, change.marker) } };
}

const withSeen = (own: OwnState, ownRev: number): OwnState => (ownRev > own.seen ? { ...own, seen: ownRev } : own);

const withUpTo = (own: OwnState, upTo: number): OwnState =>
  own.upTo !== null && upTo > own.upTo ? { ...own, upTo } : own;

/** Folds one change. `upTo` moves only if the change follows it directly. */
export function foldOwnChange(own: OwnState, change: OwnChange | OwnMarkChange): OwnState {
  const merged = withSeen(withChange(own, change), change.ownRev);
  return own.upTo !== null && change.ownRev === own.upTo + 1 ? withUpTo(merged, change.ownRev) : merged;
}

const foldAll = (own: OwnState, { changes, marks = [], asOf }: Pick<OwnSnapshot, 'changes' | 'marks' | 'asOf'>) =>
  withSeen([...changes, ...marks].reduce(withChange, own), asOf);

/** Folds the own part of a page. The first one sets where own catch-ups begin. */
export function foldOwnSnapshot(own: OwnState, snapshot: OwnSnapshot): OwnState {
  const folded = foldAll(own, snapshot);
  const merged = { ...folded, hidden: withHidden(folded.hidden, snapshot.hidden ?? []) };
  return merged.upTo === null ? { ...merged, upTo: snapshot.asOf } : merged;
}

/** Folds an own catch-up. `upTo` moves only if it starts at or before `upTo`. */
export function foldOwnPage(own: OwnState, page: OwnPage): OwnState {
  const merged = foldAll(own, page);
  return own.upTo !== null && page.after <= own.upTo ? withUpTo(merged, page.upTo) : merged;
}

/** Folds a sync hint. */
export const foldOwnHint = (own: OwnState, ownRev: number | undefined): OwnState =>
  ownRev === undefined ? own : withSeen(own, ownRev);
