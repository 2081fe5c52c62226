import { LIMITS } from '@duet/contracts/plain';
import { screenOf } from '../../../../test/layout.js';
import { createVisibleMessages } from './visible-messages.js';

const MOMENT = LIMITS.readMoment;

let read: number[];
let heights: Map<Element, { visible: number; height: number }>;

beforeEach(() => {
  jest.useFakeTimers();
  read = [];
  heights = new Map();
  screenOf.shows = (element) => heights.get(element) ?? { visible: 0, height: 40 };
});
afterEach(() => {
  screenOf.reset();
  jest.useRealTimers();
});

/** A list that fills the window of 768 pixels, with one message per height; all of them out of sight. */
function aList(...sizes: number[]) {
  const visible = createVisibleMessages({
    scroller: { current: document.createElement('div') },
    onVisible: () => undefined,
    onRead: (seq) => read.push(seq),
  });
  const elements = sizes.map((height) => {
    const element = document.createElement('div');
    heights.set(element, { visible: 0, height });
    return element;
  });
  elements.forEach((element, index) => visible.observe(element, index + 1));
  visible.update({ isAttentive: true, readUpTo: 0 });
  return {
    visible,
    elements,
    /** Scrolls so that this much of the message with this seq is visible. */
    shows(seq: number, pixels: number): void {
      const element = elements[seq - 1];
      if (!element) return;
      heights.set(element, { visible: pixels, height: sizes[seq - 1] ?? 0 });
      screenOf.changed();
    },
  };
}

describe('a message counts as read', () => {
  it('after a steady moment with half of it visible', () => {
    const list = aList(40, 40);
    list.shows(1, 20);
    jest.advanceTimersByTime(MOMENT - 1);
    expect(read).toEqual([]);
    jest.advanceTimersByTime(1);
    expect(read).toEqual([1]);
  });

  it('not by one pixel, nor by scrolling past it', () => {
    const list = aList(40);
    list.shows(1, 1);
    jest.advanceTimersByTime(3 * MOMENT);
    list.shows(1, 40);
    jest.advanceTimersByTime(MOMENT - 1);
    list.shows(1, 10);
    list.shows(1, 40);
    jest.advanceTimersByTime(MOMENT - 1);
    expect(read).toEqual([]);
  });

  it('when it is taller than the list and fills half of it', () => {
    const list = aList(4_000);
    list.shows(1, 383);
    jest.advanceTimersByTime(2 * MOMENT);
    expect(read).toEqual([]);
    list.shows(1, 384);
    jest.advanceTimersByTime(MOMENT);
    expect(read).toEqual([1]);
  });

  it('only while the user is attentive, and then after a whole moment', () => {
    const list = aList(40);
    list.visible.update({ isAttentive: false, readUpTo: 0 });
    list.shows(1, 40);
    jest.advanceTimersByTime(5 * MOMENT);
    list.visible.update({ isAttentive: true, readUpTo: 0 });
    jest.advanceTimersByTime(MOMENT - 1);
    expect(read).toEqual([]);
    jest.advanceTimersByTime(1);
    expect(read).toEqual([1]);
  });

  it('not while something covers it, but once it is uncovered', () => {
    const list = aList(40);
    screenOf.cover = document.createElement('div');
    list.shows(1, 40);
    jest.advanceTimersByTime(5 * MOMENT);
    expect(read).toEqual([]);
    screenOf.cover = list.elements[0] ?? null;
    jest.advanceTimersByTime(MOMENT);
    expect(read).toEqual([1]);
  });

  it('together with others in one report, which is repeated while the marker does not move', () => {
    const list = aList(40, 40, 40);
    for (const seq of [1, 2, 3]) list.shows(seq, 40);
    jest.advanceTimersByTime(MOMENT);
    expect(read).toEqual([3]);
    jest.advanceTimersByTime(4_000);
    expect(read).toEqual([3]);
    jest.advanceTimersByTime(1_000);
    expect(read).toEqual([3, 3]);
    list.visible.update({ isAttentive: true, readUpTo: 3 });
    jest.advanceTimersByTime(60_000);
    expect(read).toEqual([3, 3]);
  });
});
