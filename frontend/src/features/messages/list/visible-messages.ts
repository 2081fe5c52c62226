import { LIMITS } from '@duet/contracts/plain';
import { createContext, type RefObject, useContext, useEffect } from 'react';
import { VISIBLE_STEPS, showsHalf } from '../../../ui/visible.js';

/** Pause before a read marker is sent again, in milliseconds. */
const RETRY_PAUSE = 5_000;

interface ObservedMessage {
  seq: number;
  /** By the monotonic clock; null while less than half of the message is visible. */
  visibleSince: number | null;
}

interface VisibleMessagesOptions {
  /** The list that clips the messages. */
  scroller: RefObject<HTMLElement | null>;
  onVisible: (seq: number) => void;
  onRead: (seq: number) => void;
}

/** Whether a dialog, a menu or a bar covers two of three points on the vertical centre line of the element's visible part. */
function isCovered(element: Element, clip: Element | null): boolean {
  const [box, frame] = [
    element.getBoundingClientRect(),
    clip?.getBoundingClientRect() ?? element.getBoundingClientRect(),
  ];
  const top = Math.max(box.top, frame.top, 0);
  const bottom = Math.min(box.bottom, frame.bottom, window.innerHeight);
  const middle = (Math.max(box.left, frame.left, 0) + Math.min(box.right, frame.right, window.innerWidth)) / 2;
  const covered = [0.25, 0.5, 0.75].filter((part) => {
    const found = document.elementFromPoint(middle, top + (bottom - top) * part);
    return found !== null && !element.contains(found);
  });
  return covered.length > 1;
}

/**
 * Tracks which of the partner's messages are visible. One that stays visible for a moment, with the user's attention, is
 * read. The read marker is one number: reading a message reads all earlier ones.
 */
export function createVisibleMessages({ scroller, onVisible, onRead }: VisibleMessagesOptions) {
  const rows = new Map<Element, ObservedMessage>();
  let now = { isAttentive: false, readUpTo: 0 };
  let reported = { seq: 0, at: 0 };
  let timer: ReturnType<typeof setTimeout> | undefined;

  const room = (): number => Math.min(scroller.current?.clientHeight ?? window.innerHeight, window.innerHeight);
  const isPending = ({ seq }: ObservedMessage, time: number): boolean =>
    seq > now.readUpTo && (seq > reported.seq || time >= reported.at + RETRY_PAUSE);

  function schedule(least: number): void {
    clearTimeout(timer);
    if (!now.isAttentive) return;
    const time = performance.now();
    const due = [...rows.values()].flatMap((row) => {
      if (row.visibleSince === null || row.seq <= now.readUpTo) return [];
      return [isPending(row, time) ? row.visibleSince + LIMITS.readMoment - time : reported.at + RETRY_PAUSE - time];
    });
    if (due.length > 0) timer = setTimeout(check, Math.max(Math.min(...due), least));
  }

  function check(): void {
    const time = performance.now();
    let newest = 0;
    for (const [element, row] of rows) {
      const isSteady = row.visibleSince !== null && time - row.visibleSince >= LIMITS.readMoment;
      if (isSteady && row.seq > newest && isPending(row, time) && !isCovered(element, scroller.current))
        newest = row.seq;
    }
    if (newest > 0) {
      reported = { seq: newest, at: time };
      onRead(newest);
    }
    // A covered message is checked again after one more moment.
    schedule(newest > 0 ? 0 : LIMITS.readMoment);
  }

  const observer = new IntersectionObserver(
    (entries) => {
      const time = performance.now();
      for (const entry of entries) {
        const row = rows.get(entry.target);
        if (!row) continue;
        const isVisible = showsHalf(entry, room());
        row.visibleSince = isVisible ? (row.visibleSince ?? time) : null;
        if (isVisible) onVisible(row.seq);
      }
      schedule(0);
    },
    { threshold: VISIBLE_STEPS },
  );

  return {
    /** @returns a function that ends the observation */
    observe(element: Element, seq: number): () => void {
      rows.set(element, { seq, visibleSince: null });
      observer.observe(element);
      return () => {
        rows.delete(element);
        observer.unobserve(element);
      };
    },

    isVisible: (seq: number): boolean => [...rows.values()].some((row) => row.seq === seq && row.visibleSince !== null),

    /** Time without attention does not count: the moment starts again when the user comes back. */
    update(next: typeof now): void {
      const time = performance.now();
      if (next.isAttentive && !now.isAttentive) {
        for (const row of rows.values()) row.visibleSince = row.visibleSince === null ? null : time;
      }
      now = next;
      schedule(0);
    },

    stop: (): void => clearTimeout(timer),
  };
}

export type VisibleMessages = ReturnType<typeof createVisibleMessages>;

export const VisibleMessagesContext = createContext<VisibleMessages | null>(null);

/** Observes a message of the partner. @param seq null for own messages and echoes, which are not observed */
export function useVisibility(ref: RefObject<HTMLElement | null>, seq: number | null): void {
  const visible = useContext(VisibleMessagesContext);
  useEffect(
    () => (visible && ref.current && seq !== null ? visible.observe(ref.current, seq) : undefined),
    [visible, ref, seq],
  );
}
