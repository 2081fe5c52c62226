/** jsdom has no layout. Scroll containers get this height and rows have none, so a list renders all its items. */
Object.defineProperty(HTMLElement.prototype, 'clientHeight', { configurable: true, get: () => 800 });
Object.defineProperty(HTMLElement.prototype, 'scrollTo', { configurable: true, value: () => undefined });

/** An element's visible height and full height, in pixels. */
interface Shown {
  visible: number;
  height: number;
}

const everything = (): Shown => ({ visible: 40, height: 40 });

/** The fake viewport. Everything is visible and uncovered unless the test changes it. */
export const screenOf = {
  shows: everything as (element: Element) => Shown,
  /** The topmost element at every point. */
  cover: null as Element | null,
  /** Notifies every IntersectionObserver of what is visible now. */
  changed(): void {
    for (const observer of FakeObserver.all) observer.report([...observer.observed]);
  },
  reset(): void {
    screenOf.shows = everything;
    screenOf.cover = null;
  },
};

const rectangle = (height: number): DOMRect => ({
  x: 0,
  y: 0,
  width: 300,
  height,
  top: 0,
  left: 0,
  right: 300,
  bottom: height,
  toJSON: () => ({}),
});

/** An IntersectionObserver that reports immediately. */
class FakeObserver implements IntersectionObserver {
  static readonly all = new Set<FakeObserver>();
  readonly observed = new Set<Element>();
  readonly root = null;
  readonly rootMargin = '';
  readonly scrollMargin = '';
  readonly thresholds: number[] = [];

  constructor(private readonly callback: IntersectionObserverCallback) {
    FakeObserver.all.add(this);
  }

  report(elements: Element[]): void {
    const entries = elements.map((target): IntersectionObserverEntry => {
      const { visible, height } = screenOf.shows(target);
      return {
        target,
        isIntersecting: visible > 0,
        intersectionRatio: visible / height,
        intersectionRect: rectangle(visible),
        boundingClientRect: rectangle(height),
        rootBounds: rectangle(800),
        time: performance.now(),
      };
    });
    if (entries.length > 0) this.callback(entries, this);
  }

  observe(element: Element): void {
    this.observed.add(element);
    this.report([element]);
  }

  unobserve(element: Element): void {
    this.observed.delete(element);
  }

  disconnect(): void {
    this.observed.clear();
  }

  takeRecords(): IntersectionObserverEntry[] {
    return [];
  }
}

/** Sizes never change without a layout. */
class MuteResizeObserver implements ResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

Object.assign(window, { IntersectionObserver: FakeObserver, ResizeObserver: MuteResizeObserver });
Object.assign(document, { elementFromPoint: () => screenOf.cover });
