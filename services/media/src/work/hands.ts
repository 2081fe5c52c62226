interface Task<Job> {
  /** How many jobs are in work at once. */
  atOnce: number;
  /** Milliseconds between two looks. */
  lookEvery: number;
  claim: () => Promise<Job | null>;
  /** Does it, whatever comes of it. */
  attempt: (job: Job, signal: AbortSignal) => Promise<void>;
  /** Hears why no job could be looked for. */
  onFailure: (cause: unknown) => void;
}

/** Works jobs off, a few at a time: now and then by itself, at once when somebody has something new. */
export class Hands<Job> {
  private readonly stopping = new AbortController();
  private readonly working = new Set<Promise<void>>();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly task: Task<Job>) {}

  /** Aborted when the process ends. */
  get signal(): AbortSignal {
    return this.stopping.signal;
  }

  start(): void {
    this.timer = setInterval(() => this.kick(), this.task.lookEvery);
    this.kick();
  }

  /** Waits for what is in hand, which hears of it. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    this.stopping.abort();
    await Promise.all(this.working);
  }

  /** Looks for jobs now, as far as there is a hand free. */
  kick(): void {
    if (this.working.size >= this.task.atOnce || this.signal.aborted) return;
    const work = this.workOff()
      .catch(this.task.onFailure)
      .finally(() => this.working.delete(work));
    this.working.add(work);
  }

  private async workOff(): Promise<void> {
    while (!this.signal.aborted) {
      const job = await this.task.claim();
      if (!job) return;
      await this.task.attempt(job, this.signal);
    }
  }
}
