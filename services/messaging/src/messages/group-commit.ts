interface Rules<Job> {
  /** Jobs in one group. */
  jobs: number;
  /** Sum of `weigh` in one group; a heavier job goes alone. */
  weight: number;
  /** Groups that are written at a time. */
  inFlight: number;
  weigh: (job: Job) => number;
  /** Jobs of one key keep their order. */
  keyOf: (job: Job) => string;
  /** Whom a failure concerns: trying again is of use only for those whom it may not. */
  scopeOf: (cause: unknown) => 'everybody' | 'one key' | 'one job';
}

interface Waiting<Job, Result> {
  job: Job;
  resolve: (result: Result) => void;
  reject: (cause: unknown) => void;
}

/**
 * Writes many jobs with few transactions: what arrives in one turn of the event loop is one group, and while groups
 * are being written the next one fills up. There is no timer, so a lone job is never delayed. `write` is all or
 * nothing and may be repeated; when it fails, the group's jobs are tried apart, so that a bad one fails alone.
 */
export class GroupCommit<Job, Result> {
  private waiting: Waiting<Job, Result>[] = [];
  private readonly busy = new Set<string>();
  private inFlight = 0;
  private scheduled = false;

  constructor(
    private readonly write: (jobs: Job[]) => Promise<Result[]>,
    private readonly rules: Rules<Job>,
  ) {}

  /** @throws what `write` threw for this very job. */
  add(job: Job): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ job, resolve, reject });
      this.schedule();
    });
  }

  private schedule(): void {
    if (this.scheduled || this.waiting.length === 0) return;
    this.scheduled = true;
    setImmediate(() => {
      this.scheduled = false;
      while (this.inFlight < this.rules.inFlight && this.start());
    });
  }

  /** @returns false when nothing may be written now. */
  private start(): boolean {
    const group = this.gather();
    if (group.length === 0) return false;
    const keys = new Set(group.map(({ job }) => this.rules.keyOf(job)));
    for (const key of keys) this.busy.add(key);
    this.inFlight += 1;
    void this.settle(group).finally(() => {
      this.inFlight -= 1;
      for (const key of keys) this.busy.delete(key);
      this.schedule();
    });
    return true;
  }

  /** Takes the next group in order of arrival. A key that has to wait holds back all that came after it. */
  private gather(): Waiting<Job, Result>[] {
    const { jobs, weight, weigh, keyOf } = this.rules;
    const held = new Set(this.busy);
    const taken: Waiting<Job, Result>[] = [];
    const left: Waiting<Job, Result>[] = [];
    let total = 0;
    for (const one of this.waiting) {
      const key = keyOf(one.job);
      const heavier = total + weigh(one.job);
      const fits = taken.length < jobs && (taken.length === 0 || heavier <= weight);
      if (fits && !held.has(key)) {
        taken.push(one);
        total = heavier;
      } else {
        held.add(key);
        left.push(one);
      }
    }
    this.waiting = left;
    return taken;
  }

  private async settle(group: Waiting<Job, Result>[]): Promise<void> {
    try {
      const results = await this.write(group.map(({ job }) => job));
      if (results.length !== group.length) throw new TypeError(`wrote ${group.length} jobs, heard of ${results.length}`);
      for (const [index, result] of results.entries()) group[index]?.resolve(result);
    } catch (cause) {
      await this.settleApart(group, cause);
    }
  }

  /** First key by key, and then one by one: a key whose row is locked must not keep the others waiting. */
  private async settleApart(group: Waiting<Job, Result>[], cause: unknown): Promise<void> {
    const scope = this.rules.scopeOf(cause);
    const byKey = [...Map.groupBy(group, ({ job }) => this.rules.keyOf(job)).values()];
    if (byKey.length > 1 && scope !== 'everybody') await Promise.all(byKey.map((part) => this.settle(part)));
    else if (group.length > 1 && scope === 'one job') for (const one of group) await this.settle([one]);
    else for (const { reject } of group) reject(cause);
  }
}
