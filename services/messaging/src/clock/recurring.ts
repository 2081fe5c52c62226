/** Runs a job again and again, one run at a time; a failed run is told of and tried again with the next one. */
export class Recurring {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | null = null;

  constructor(
    private readonly every: number,
    private readonly job: () => Promise<void>,
    private readonly onFailure: (cause: unknown) => void,
  ) {}

  start(): void {
    this.timer = setInterval(() => this.run(), this.every);
  }

  /** Resolves when the run under way has ended. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.running;
  }

  private run(): void {
    this.running ??= this.job()
      .catch(this.onFailure)
      .finally(() => {
        this.running = null;
      });
  }
}
