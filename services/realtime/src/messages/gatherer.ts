interface Limits<Item> {
  /** Items in one request. */
  items: number;
  /** Sum of `weigh` in one request. */
  weight: number;
  /** Requests under way at a time. */
  inFlight: number;
  weigh: (item: Item) => number;
  /** Items of one key are never under way in two requests, so they stay in order. */
  keyOf: (item: Item) => string;
}

interface Waiting<Item, Result> {
  item: Item;
  since: number;
  resolve: (result: Result) => void;
  reject: (cause: unknown) => void;
}

/**
 * Makes few requests of many items: what arrives in one turn of the event loop leaves together, and while all
 * requests are under way the next one fills up. There is no timer, so a lone item is never delayed.
 */
export class Gatherer<Item, Result> {
  private waiting: Waiting<Item, Result>[] = [];
  private readonly busy = new Set<string>();
  private inFlight = 0;
  private scheduled = false;

  /** @param request gets the items in order, and how many milliseconds the first of them has waited */
  constructor(
    private readonly request: (items: Item[], waited: number) => Promise<Result[]>,
    private readonly limits: Limits<Item>,
  ) {}

  /** @throws whatever the request that carried the item threw. */
  add(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ item, since: performance.now(), resolve, reject });
      this.schedule();
    });
  }

  private schedule(): void {
    if (this.scheduled) return;
    this.scheduled = true;
    // Runs when all the frames that this turn had to read have been read.
    setImmediate(() => {
      this.scheduled = false;
      while (this.inFlight < this.limits.inFlight && this.leave());
    });
  }

  /** Sends what may leave now. @returns false when there is nothing. */
  private leave(): boolean {
    const batch = this.take();
    if (batch.length === 0) return false;
    const keys = new Set(batch.map(({ item }) => this.limits.keyOf(item)));
    for (const key of keys) this.busy.add(key);
    this.inFlight += 1;
    void this.carry(batch).finally(() => {
      this.inFlight -= 1;
      for (const key of keys) this.busy.delete(key);
      if (this.waiting.length > 0) this.schedule();
    });
    return true;
  }

  private take(): Waiting<Item, Result>[] {
    const { items, weight, weigh, keyOf } = this.limits;
    const taken: Waiting<Item, Result>[] = [];
    const left: Waiting<Item, Result>[] = [];
    const held = new Set<string>();
    let total = 0;
    for (const waiting of this.waiting) {
      const key = keyOf(waiting.item);
      const grown = total + weigh(waiting.item);
      const fits = taken.length < items && (taken.length === 0 || grown <= weight);
      if (!fits || this.busy.has(key) || held.has(key)) {
        held.add(key);
        left.push(waiting);
        continue;
      }
      total = grown;
      taken.push(waiting);
    }
    this.waiting = left;
    return taken;
  }

  private async carry(batch: Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await this.request(
        batch.map(({ item }) => item),
        performance.now() - (batch[0]?.since ?? 0),
      );
      if (results.length !== batch.length) throw new TypeError(`asked for ${batch.length} answers, got ${results.length}`);
      for (const [index, result] of results.entries()) batch[index]?.resolve(result);
    } catch (cause) {
      for (const { reject } of batch) reject(cause);
    }
  }
}
