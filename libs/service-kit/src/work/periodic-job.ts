/** Runs a job periodically, one run at a time. After a failed run the next tick tries again. */
export class PeriodicJob {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | null = null;
  private stopped = false;

  /**
   * @param every milliseconds between two ticks
   * @param takeTurn resolves to false when another replica has run the job in this period
   */
  constructor(
    private readonly every: number,
    private readonly job: () => Promise<void>,
    private readonly onFailure: (cause: unknown) => void,
    private readonly takeTurn: () => Promise<boolean> = () => Promise.resolve(true),
  ) {}

  /** Starts to tick. */
  start(): void {
    this.timer = setInterval(() => void this.tick().catch(this.onFailure), this.every);
  }

  /** Runs the job now, without asking for the turn. During a run it returns that run. @throws what the job threw */
  run(): Promise<void> {
    this.running ??= this.job().finally(() => {
      this.running = null;
    });
    return this.running;
  }

  /** Whether `stop` was called: a long run ends early. */
  get isStopped(): boolean {
    return this.stopped;
  }

  /** Repeats a step of a run as long as it answers that there is more to do. A stopped job begins no further step. */
  async repeat(step: () => Promise<boolean>): Promise<void> {
    while (!this.stopped && (await step()));
  }

  /** Stops, and waits for the current run. Its failure is reported to the caller that started it. */
  async stop(): Promise<void> {
    this.stopped = true;
    clearInterval(this.timer);
    await this.running?.catch(() => undefined);
  }

  /** Runs the job when it is this replica's turn. */
  async tick(): Promise<void> {
    if (this.running || (await this.takeTurn())) await this.run();
  }
}
