/** Runs a job again and again, one run at a time; a failed run is told of and tried again with the next one. */
export class Recurring {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | null = null;

  /** @param every milliseconds from one look to the next */
  constructor(
    private readonly every: number,
    private readonly job: () => Promise<void>,
    private readonly onFailure: (cause: unknown) => void,
  ) {}

  start(): void {
    this.timer = setInterval(() => void this.run().catch(this.onFailure), this.every);
  }

  /** Now: a run under way is joined, not doubled. Fails as the job does. */
  run(): Promise<void> {
    this.running ??= this.job().finally(() => {
      this.running = null;
    });
    return this.running;
  }

  /** Resolves when the run under way has ended; how it ended is told to who began it. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.running?.catch(() => undefined);
  }
}
