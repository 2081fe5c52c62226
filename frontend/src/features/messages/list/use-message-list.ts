import { OPEN_END, messageAt } from '@duet/contracts/plain';
import { type Range, type ReactVirtualizer, defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import {
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { type ReadingPlace, useLiveState } from '../../../sync/index.js';
import { indexOfSeq } from './visible-seqs.js';
import type { VisibleList } from '../use-conversation.js';

/** Closer to the end than this counts as at the end, in pixels. */
const AT_END_DISTANCE = 80;
/** Space above the first message for the loading indicator, in pixels. */
const PADDING_TOP = 56;
/** Space below the last message for the typing indicator, in pixels. */
const PADDING_BOTTOM = 44;

export type MessageVirtualizer = ReactVirtualizer<HTMLDivElement, HTMLDivElement>;

/** The estimated height of a message in pixels, until it is measured. A good estimate keeps the scroll bar steady. */
function heightOf(visibleList: VisibleList, index: number): number {
  const message = messageAt(visibleList.conversation, visibleList.seqs[index] ?? -1);
  const [file] = message?.attachments ?? [];
  const media = file === undefined ? 0 : file.kind === 'image' || file.kind === 'video' ? 260 : 72;
  const lines = Math.ceil((message?.content.length ?? 40) / 44);
  return 20 + Math.max(lines, media > 0 ? 0 : 1) * 23 + media;
}

/** Where the list opens, in pixels by estimated heights, so that it renders first what it shows. The virtualizer cuts it to the end of the list. */
function startOf(visibleList: VisibleList, { seq }: ReadingPlace): number {
  if (seq === null) return Number.MAX_SAFE_INTEGER;
  const above = Array.from({ length: indexOfSeq(visibleList.seqs, seq) }, (_, index) => heightOf(visibleList, index));
  return above.reduce((sum, height) => sum + height, PADDING_TOP);
}

/** The same key for an echo and its stored message, so that the row keeps its position and height. */
function itemKeyOf(visibleList: VisibleList, index: number): string {
  const message = messageAt(visibleList.conversation, visibleList.seqs[index] ?? -1);
  return message
    ? message.clientMessageId
    : (visibleList.echoes[index - visibleList.seqs.length]?.key.split(' ')[1] ?? String(index));
}

/** A new function only when other messages are shown: a changed text must not lay out the list again. */
function createKeys(): (visibleList: VisibleList) => (index: number) => string {
  let last: { of: VisibleList; keys: (index: number) => string } | null = null;
  return (visibleList) => {
    // The keys of these seqs and echoes never change, so the function may keep the list that it was made for.
    if (last?.of.seqs !== visibleList.seqs || last.of.echoes !== visibleList.echoes)
      last = { of: visibleList, keys: (index) => itemKeyOf(visibleList, index) };
    return last.keys;
  };
}

function useItemKeys(visibleList: VisibleList): (index: number) => string {
  const [keysOf] = useState(createKeys);
  return useMemo(() => keysOf(visibleList), [keysOf, visibleList]);
}

/**
 * Renders the messages on and near the screen. The message being read keeps its position when others are added above or
 * below; at the end of the conversation the list follows new messages.
 */
export function useMessageList(
  scroller: RefObject<HTMLDivElement | null>,
  visibleList: VisibleList,
  place: ReadingPlace,
  focused: number | null,
): MessageVirtualizer {
  const getItemKey = useItemKeys(visibleList);
  // A later page of history is not a new message: the list does not follow it.
  const isReadingOn = useLiveState((state) => state.live.newer === 'loading');
  // The message with the keyboard focus stays rendered wherever the list scrolls.
  const rangeExtractor = useCallback(
    (range: Range) => {
      const indexes = defaultRangeExtractor(range);
      return focused === null || focused >= range.count || indexes.includes(focused)
        ? indexes
        : [...indexes, focused].toSorted((a, b) => a - b);
    },
    [focused],
  );
  return useVirtualizer<HTMLDivElement, HTMLDivElement>({
    count: visibleList.count,
    getScrollElement: () => scroller.current,
    initialOffset: () => startOf(visibleList, place),
    estimateSize: (index) => heightOf(visibleList, index),
    getItemKey,
    rangeExtractor,
    anchorTo: 'end',
    followOnAppend: visibleList.range.to === OPEN_END && !isReadingOn,
    scrollEndThreshold: AT_END_DISTANCE,
    // Scrolling moves the rows without rendering.
    directDomUpdates: true,
    overscan: 8,
    paddingStart: PADDING_TOP,
    paddingEnd: PADDING_BOTTOM,
    scrollPaddingStart: PADDING_TOP,
  });
}

/** Events by which the reader scrolls. */
const READER_EVENTS = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

/**
 * Scrolls to the reading place, at first and each time it is set. The target's index changes when earlier messages are
 * loaded, so it scrolls again until the reader scrolls.
 */
export function usePlace(
  scroller: RefObject<HTMLDivElement | null>,
  list: MessageVirtualizer,
  visibleList: VisibleList,
  place: ReadingPlace,
  unreadFrom: number | null,
): void {
  const way = useRef({ turn: -1, index: -1, hasReaderMoved: false });
  useEffect(() => {
    const element = scroller.current;
    const readerMoved = (): void => {
      way.current.hasReaderMoved = true;
    };
    for (const name of READER_EVENTS) element?.addEventListener(name, readerMoved, { passive: true });
    return () => {
      for (const name of READER_EVENTS) element?.removeEventListener(name, readerMoved);
    };
  }, [scroller]);
  useLayoutEffect(() => {
    const isNew = way.current.turn !== place.turn;
    if (isNew) way.current = { turn: place.turn, index: -1, hasReaderMoved: false };
    if (place.seq === null) {
      if (isNew) list.scrollToEnd();
      return;
    }
    const index = Math.min(indexOfSeq(visibleList.seqs, place.seq), visibleList.count - 1);
    if (way.current.hasReaderMoved || way.current.index === index) return;
    way.current.index = index;
    list.scrollToIndex(index, { align: place.isBack ? 'end' : place.seq === unreadFrom ? 'start' : 'center' });
  });
}

const distanceToEnd = ({ scrollHeight, scrollTop, clientHeight }: HTMLElement): number =>
  scrollHeight - scrollTop - clientHeight;

/**
 * Keeps the end visible when a bar, a tray, a longer text or the keyboard takes space from the list, and when its last
 * messages turn out taller than estimated. Only a scroll upwards leaves the end: both may happen at once, and then the
 * distance alone says that the reader has left it.
 */
export function useStayAtEnd(
  scroller: RefObject<HTMLDivElement | null>,
  list: Pick<MessageVirtualizer, 'scrollToEnd'>,
  { range }: Pick<VisibleList, 'range'>,
): void {
  const followsEnd = useRef(false);
  const isAtEnd = useRef(false);
  useLayoutEffect(() => {
    followsEnd.current = range.to === OPEN_END;
    // The end of the loaded messages is not the end of the conversation: when a later page joins, the reader stays.
    if (!followsEnd.current) isAtEnd.current = false;
  });
  useEffect(() => {
    const element = scroller.current;
    const messages = element?.lastElementChild;
    if (!element || !messages) return undefined;
    // The first report of the observer tells: before the layout every list is at its end.
    isAtEnd.current = false;
    // A reader close to the end, but not at it, must not be moved by each message that turns out taller.
    let isAtVeryEnd = false;
    let { scrollTop: lastTop, clientHeight: lastHeight } = element;
    const look = (): void => {
      // A list that grows cannot stay scrolled as far: the browser moves it up by as much.
      const movedUp = lastTop - element.scrollTop - Math.max(0, element.clientHeight - lastHeight);
      // One that lost height was at its end if it was so with the height of before.
      const distance = distanceToEnd(element) + Math.min(0, element.clientHeight - lastHeight);
      ({ scrollTop: lastTop, clientHeight: lastHeight } = element);
      if (distance <= AT_END_DISTANCE) isAtEnd.current = followsEnd.current;
      else if (movedUp > 1) isAtEnd.current = false;
      isAtVeryEnd = isAtEnd.current && (distance <= 1 || (isAtVeryEnd && movedUp <= 1));
    };
    const observer = new ResizeObserver((entries) => {
      // A jump to an earlier message has moved the list already; its scroll event comes with the next frame.
      look();
      const follows = entries.some(({ target }) => target === element) ? isAtEnd.current : isAtVeryEnd;
      if (follows && distanceToEnd(element) > 1) list.scrollToEnd();
    });
    element.addEventListener('scroll', look, { passive: true });
    observer.observe(element);
    observer.observe(messages);
    return () => {
      element.removeEventListener('scroll', look);
      observer.disconnect();
    };
  }, [scroller, list]);
}

/** Whether the end of the conversation is visible. */
export function useAtEnd(
  scroller: RefObject<HTMLDivElement | null>,
  list: MessageVirtualizer,
  visibleList: VisibleList,
): boolean {
  const [subscribe] = useState(() => (changed: () => void) => {
    const element = scroller.current;
    element?.addEventListener('scroll', changed, { passive: true });
    return () => element?.removeEventListener('scroll', changed);
  });
  const isNear = useSyncExternalStore(subscribe, () => list.isAtEnd(AT_END_DISTANCE));
  return isNear && visibleList.range.to === OPEN_END;
}
