import { monotonicNow } from '../work/clock.js';

/**
 * The items to retry after a failed batch.
 * - `none`: nothing; all its items fail.
 * - `keys`: each key by itself, so that only the failing keys are refused.
 * - `items`: each key by itself, and the items of a failing key one by one.
 * - `halves`: one half after the other, down to the bad items.
 */
export type Isolation = 'none' | 'keys' | 'items' | 'halves';

interface Rules<Item> {
  /** Maximum of items in one batch. */
  items: number;
  /** Maximum of the sum of `weigh` in one batch; a heavier item gets a batch of its own. */
  weight: number;
  /** Maximum of batches in flight. */
  inFlight: number;
  /** Milliseconds at least from one start to the next; items beyond one batch start with it. Without it a start waits for nothing. */
  pace?: number;
  weigh: (item: Item) => number;
  /** Items of one key are never in two batches in flight, so they stay in order. */
  keyOf: (item: Item) => string;
  /** Must answer `none` unless the failed work had no effect or may be repeated. */
  isolate: (cause: unknown) => Isolation;
}

interface Waiting<Item, Result> {
  item: Item;
  since: number;
  resolve: (result: Result) => void;
  reject: (cause: unknown) => void;
}

/**
 * Groups items into batches. Items of one event-loop turn form a batch; while the allowed number of batches is in flight,
 * the next one fills up. A lone item is never delayed.
 */
export class Batcher<Item, Result> {
  private waiting: Waiting<Item, Result>[] = [];
  private readonly busy = new Set<string>();
  private inFlight = 0;
  private scheduled = false;
  private startedAt = Number.NEGATIVE_INFINITY;

  /** @param work handles the items in order and returns one result per item; `waited` is the first item's delay in milliseconds */
  constructor(
    private readonly work: (items: Item[], waited: number) => Promise<Result[]>,
    private readonly rules: Rules<Item>,
  ) {}

  /** Adds one item. @returns its result. @throws what `work` threw for the smallest batch with the item */
  add(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ item, since: monotonicNow(), resolve, reject });
      this.schedule();
    });
  }

  private schedule(): void {
    if (this.scheduled || this.waiting.length === 0) return;
    this.scheduled = true;
    const rest = this.startedAt + (this.rules.pace ?? 0) - monotonicNow();
    if (rest > 0) setTimeout(() => this.startAll(), rest);
    // setImmediate runs after the turn's socket reads, so that all their items join.
    else setImmediate(() => this.startAll());
  }

  private startAll(): void {
    this.scheduled = false;
    while (this.inFlight < this.rules.inFlight && this.start());
  }

  /** @returns false when no batch may start now */
  private start(): boolean {
    const batch = this.take();
    if (batch.length === 0) return false;
    const keys = new Set(batch.map(({ item }) => this.rules.keyOf(item)));
    for (const key of keys) this.busy.add(key);
    this.inFlight += 1;
    this.startedAt = monotonicNow();
    void this.run(batch).finally(() => {
      this.inFlight -= 1;
      for (const key of keys) this.busy.delete(key);
      this.schedule();
    });
    return true;
  }

  /** Takes the next batch in order of arrival. When an item has to wait, later items of its key wait too. */
  private take(): Waiting<Item, Result>[] {
    const { items, weight, weigh, keyOf } = this.rules;
    const blocked = new Set(this.busy);
    const taken: Waiting<Item, Result>[] = [];
    const left: Waiting<Item, Result>[] = [];
    let total = 0;
    for (const one of this.waiting) {
      const key = keyOf(one.item);
      const heavier = total + weigh(one.item);
      const fits = taken.length < items && (taken.length === 0 || heavier <= weight);
      if (fits && !blocked.has(key)) {
        taken.push(one);
        total = heavier;
      } else {
        blocked.add(key);
        left.push(one);
      }
    }
    this.waiting = left;
    return taken;
  }

  private async run(batch: Waiting<Item, Result>[]): Promise<void> {
    try {
      const waited = monotonicNow() - (batch[0]?.since ?? 0);
      const results = await this.work(
        batch.map(({ item }) => item),
        waited,
      );
      if (results.length !== batch.length)
        throw new TypeError(`expected ${batch.length} results, got ${results.length}`);
      for (const [index, result] of results.entries()) batch[index]?.resolve(result);
    } catch (cause) {
      await this.isolate(batch, cause);
    }
  }

  private async isolate(batch: Waiting<Item, Result>[], cause: unknown): Promise<void> {
    const how = batch.length === 1 ? 'none' : this.rules.isolate(cause);
    const byKey = [...Map.groupBy(batch, ({ item }) => this.rules.keyOf(item)).values()];
    if (how === 'halves') {
      const middle = Math.ceil(batch.length / 2);
      await this.run(batch.slice(0, middle));
      await this.run(batch.slice(middle));
      // Keys run in parallel: a locked row must not delay other keys.
    } else if (how !== 'none' && byKey.length > 1) await Promise.all(byKey.map((part) => this.run(part)));
    else if (how === 'items') for (const one of batch) await this.run([one]);
    else for (const { reject } of batch) reject(cause);
  }
}
