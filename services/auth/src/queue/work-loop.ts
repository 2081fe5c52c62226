const LOOK_EVERY = 2_000;

/** Does what is due, one round after the other: now and then by itself, at once when somebody has something new. */
export class WorkLoop {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();
  private queued = false;
  private stopped = false;

  /**
   * @param round does some of what is due. @returns false when nothing was
   * @param onFailure hears why a round could not be begun
   */
  constructor(
    private readonly round: () => Promise<boolean>,
    private readonly onFailure: (cause: unknown) => void,
  ) {}

  start(): void {
    this.timer = setInterval(() => this.kick(), LOOK_EVERY);
    this.kick();
  }

  /** Waits for what is in hand. */
  async stop(): Promise<void> {
    this.stopped = true;
    clearInterval(this.timer);
    await this.running;
  }

  /** Looks now instead of at the next look. */
  kick(): void {
    if (this.queued || this.stopped) return;
    this.queued = true;
    this.running = this.running.then(async () => {
      this.queued = false;
      try {
        while (!this.stopped && (await this.round())) continue;
      } catch (cause) {
        this.onFailure(cause);
      }
    });
  }
}
