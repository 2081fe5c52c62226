/** Rows of one page of `forEach`, well inside a statement's time. */
const PAGE = 100;

const BEFORE_ALL_IDS = '00000000-0000-0000-0000-000000000000';

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

  /**
   * Works on every due row, page by page. A row that fails does not block the others: the pages go on behind it, and the next
   * run tries it again. A stopped job begins no further page.
   * @param readPage the due rows with a larger id than `after`, in the order of their ids, `limit` at most
   * @param onFailure reports what `work` threw
   */
  async forEach<Row extends { id: string }>(
    readPage: (after: string, limit: number) => Promise<Row[]>,
    work: (row: Row) => Promise<void>,
    onFailure: (cause: unknown, row: Row) => void,
  ): Promise<void> {
    let after = BEFORE_ALL_IDS;
    await this.repeat(async () => {
      const page = await readPage(after, PAGE);
      for (const row of page) await work(row).catch((cause: unknown) => onFailure(cause, row));
      after = page.at(-1)?.id ?? after;
      return page.length === PAGE;
    });
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
