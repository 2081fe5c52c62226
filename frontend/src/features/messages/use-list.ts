import { OPEN_END, messageAt } from '@duet/contracts/plain';
import { type Range, type ReactVirtualizer, defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { useLiveState } from '../../api/live-context.js';
import type { Place } from '../../api/live-state.js';
import { indexFrom } from './places.js';
import type { Shown } from './use-conversation.js';

/** This near to the end counts as being there, in pixels. */
const NEAR = 80;
/** Above the first message: room for the sign that more are on their way. */
const ABOVE = 56;
/** Below the last: room for the partner's typing. */
const BELOW = 44;

export type List = ReactVirtualizer<HTMLDivElement, HTMLDivElement>;

/** About how high a message is, in pixels, until it is measured: the nearer, the steadier the scroll bar. */
function heightOf(shown: Shown, index: number): number {
  const message = messageAt(shown.held, shown.seqs[index] ?? -1);
  const [file] = message?.attachments ?? [];
  const media = file === undefined ? 0 : file.kind === 'image' || file.kind === 'video' ? 260 : 72;
  const lines = Math.ceil((message?.content.length ?? 40) / 44);
  return 20 + Math.max(lines, media > 0 ? 0 : 1) * 23 + media;
}

/** The same for the echo and the message it becomes, so that it keeps its place and its measure. */
function keyOf(shown: Shown, index: number): string {
  const message = messageAt(shown.held, shown.seqs[index] ?? -1);
  return message ? message.clientMessageId : (shown.echoes[index - shown.seqs.length]?.key.split(' ')[1] ?? String(index));
}

/** What is laid out must not be laid out anew for a change of words: a new function exactly when other messages are shown. */
function createKeys(): (shown: Shown) => (index: number) => string {
  let held: { of: Shown; keys: (index: number) => string } | null = null;
  return (shown) => {
    // What stands in a place keeps its key, so the function may go on with what was held when it was made.
    if (held?.of.seqs !== shown.seqs || held.of.echoes !== shown.echoes) held = { of: shown, keys: (index) => keyOf(shown, index) };
    return held.keys;
  };
}

function useKeys(shown: Shown): (index: number) => string {
  const [keysOf] = useState(createKeys);
  return useMemo(() => keysOf(shown), [keysOf, shown]);
}

/**
 * The messages on the screen and around it. What is read keeps its place when others come in above or below; at the
 * end of the conversation the end stays in sight.
 */
export function useList(scroller: RefObject<HTMLDivElement | null>, shown: Shown, kept: number | null): List {
  const getItemKey = useKeys(shown);
  // A later page that comes in below is not news: the reader stays where they are.
  const isReadingOn = useLiveState((state) => state.live.newer === 'loading');
  // Whoever goes through the messages by keyboard must not lose the one they stand on.
  const rangeExtractor = useCallback((range: Range) => {
    const indexes = defaultRangeExtractor(range);
    return kept === null || kept >= range.count || indexes.includes(kept) ? indexes : [...indexes, kept].toSorted((a, b) => a - b);
  }, [kept]);
  return useVirtualizer<HTMLDivElement, HTMLDivElement>({
    count: shown.count,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => heightOf(shown, index),
    getItemKey,
    rangeExtractor,
    anchorTo: 'end',
    followOnAppend: shown.island.to === OPEN_END && !isReadingOn,
    scrollEndThreshold: NEAR,
    // Scrolling moves what is there without asking React.
    directDomUpdates: true,
    overscan: 8,
    paddingStart: ABOVE,
    paddingEnd: BELOW,
    scrollPaddingStart: ABOVE,
  });
}

/** By these a reader moves by themselves. */
const OWN_MOVES = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

/**
 * Takes the reader to where they are meant to be: at first, and each time that they ask. The list goes on measuring its
 * way to a place in the row, which is another message's once earlier ones came in: until the reader moves by themselves
 * it is shown the way anew.
 */
export function usePlace(scroller: RefObject<HTMLDivElement | null>, list: List, shown: Shown, place: Place, unreadFrom: number | null): void {
  const [way] = useState({ turn: -1, index: -1, isLeft: false });
  useEffect(() => {
    const element = scroller.current;
    const leave = (): void => {
      way.isLeft = true;
    };
    for (const name of OWN_MOVES) element?.addEventListener(name, leave, { passive: true });
    return () => {
      for (const name of OWN_MOVES) element?.removeEventListener(name, leave);
    };
  }, [scroller, way]);
  useLayoutEffect(() => {
    const isNew = way.turn !== place.turn;
    if (isNew) Object.assign(way, { turn: place.turn, index: -1, isLeft: false });
    if (place.seq === null) {
      if (isNew) list.scrollToEnd();
      return;
    }
    const index = Math.min(indexFrom(shown.seqs, place.seq), shown.count - 1);
    if (way.isLeft || way.index === index) return;
    way.index = index;
    list.scrollToIndex(index, { align: place.isBack ? 'end' : place.seq === unreadFrom ? 'start' : 'center' });
  });
}

/** Whether the end of the conversation is in sight. */
export function useAtEnd(scroller: RefObject<HTMLDivElement | null>, list: List, shown: Shown): boolean {
  const [subscribe] = useState(() => (changed: () => void) => {
    const element = scroller.current;
    element?.addEventListener('scroll', changed, { passive: true });
    return () => element?.removeEventListener('scroll', changed);
  });
  const isNear = useSyncExternalStore(subscribe, () => list.isAtEnd(NEAR));
  return isNear && shown.island.to === OPEN_END;
}
