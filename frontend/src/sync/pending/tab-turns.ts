/**
 * Runs a queue of this browser: in one tab, without overlap, and again after each kick. Without Web Locks (an insecure
 * origin) several tabs may send the same message; its id makes them one.
 */
export class TabTurns {
  private isRunning = false;
  private isKicked = false;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** @param name of the lock that the tabs share @param drain sends until nothing is due */
  constructor(
    private readonly name: string,
    private readonly drain: () => Promise<void>,
  ) {}

  readonly kick = (): void => {
    clearTimeout(this.timer);
    this.isKicked = true;
    if (!this.isRunning) void this.run();
  };

  kickAfter(milliseconds: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(this.kick, milliseconds);
  }

  stop(): void {
    clearTimeout(this.timer);
  }

  private async run(): Promise<void> {
    this.isRunning = true;
    try {
      while (this.isKicked) {
        this.isKicked = false;
        await ('locks' in navigator ? navigator.locks.request(this.name, this.drain) : this.drain());
      }
    } catch (cause) {
      console.error('pending queue failed', cause);
    } finally {
      this.isRunning = false;
    }
  }
}
