import { OPEN_END } from '@duet/contracts/plain';
import { renderHook } from '@testing-library/react';
import { useStayAtEnd } from './use-message-list.js';

/** Reports that the list, or what is in it, has another height. */
let resized: (target: Element) => void;

beforeEach(() => {
  window.ResizeObserver = class implements ResizeObserver {
    constructor(callback: ResizeObserverCallback) {
      const size: ResizeObserverSize[] = [];
      const sizes = { borderBoxSize: size, contentBoxSize: size, devicePixelContentBoxSize: size };
      resized = (target) => callback([{ target, contentRect: new DOMRect(), ...sizes }], this);
    }
    observe(): void {}
    unobserve(): void {}
    disconnect(): void {}
  };
});
afterEach(() => Reflect.deleteProperty(window, 'ResizeObserver'));

/** A list of 600 px that is scrolled to the end of its 1,000 px. */
function scrolled(to: number) {
  const current = document.createElement('div');
  const messages = document.createElement('div');
  current.append(messages);
  Object.defineProperty(current, 'clientHeight', { value: 600, writable: true });
  Object.defineProperty(current, 'scrollHeight', { value: 1_000, writable: true });
  current.scrollTop = 400;
  const scrollToEnd = jest.fn();
  const [scroller, list] = [{ current }, { scrollToEnd }];
  const { rerender } = renderHook((end: number) => useStayAtEnd(scroller, list, { range: { from: 1, to: end } }), {
    initialProps: to,
  });
  // A browser reports what it begins to observe.
  resized(current);
  return {
    scrollToEnd,
    loadTo: (end: number): void => rerender(end),
    scroll: (): void => void current.dispatchEvent(new Event('scroll')),
    /** A bar goes, which moves the list up, and a keyboard comes, before anybody has looked. */
    swap: (): void => {
      Object.assign(current, { scrollTop: 340, clientHeight: 250 });
      resized(current);
    },
    grow: (): void => {
      Object.assign(current, { scrollHeight: 3_000 });
      resized(messages);
    },
    scrollUp: (by: number): void => {
      current.scrollTop -= by;
      current.dispatchEvent(new Event('scroll'));
    },
  };
}

describe('a reader at the end of the list', () => {
  it('sees the end of the conversation when it grows', () => {
    const { grow, scrollToEnd } = scrolled(OPEN_END);
    grow();
    expect(scrollToEnd).toHaveBeenCalledTimes(1);
  });

  it('is not moved by taller messages when they have scrolled up a little', () => {
    const { scrollUp, grow, scrollToEnd } = scrolled(OPEN_END);
    scrollUp(40);
    grow();
    expect(scrollToEnd).not.toHaveBeenCalled();
  });

  it('sees it when a bar gives its height back and a keyboard takes more at the same time', () => {
    const { swap, scrollToEnd } = scrolled(OPEN_END);
    swap();
    expect(scrollToEnd).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['opened there', () => undefined],
    ['scrolled there', ({ scroll }: ReturnType<typeof scrolled>) => scroll()],
  ])('that is not the end of the conversation stays when the last page joins, having %s', (_how, comes) => {
    const list = scrolled(50);
    comes(list);
    list.loadTo(OPEN_END);
    list.grow();
    expect(list.scrollToEnd).not.toHaveBeenCalled();
  });

  it('stays when the last page joins after a jump away from the end of the conversation', () => {
    const list = scrolled(OPEN_END);
    list.loadTo(50);
    list.loadTo(OPEN_END);
    list.grow();
    expect(list.scrollToEnd).not.toHaveBeenCalled();
  });
});
