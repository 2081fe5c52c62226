import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { Bus } from '../bus/bus.js';
import { type EventStream, openEventStream } from '../bus/event-stream.js';
import { LOGGER, type Log } from '../observe/tokens.js';
import { monotonicNow } from '../work/clock.js';
import { OrderedPublisher } from './ordered-publisher.js';
import { RESET_STEP, mark, newestMark, readDue, resetMarks, takeTurn, waitingEvents } from './outbox.queries.js';

const BATCH = 512;
const POLL_EVERY = 1_000;

/** Milliseconds between two runs, so that one run publishes the events of several commits. The first event after a pause is published at once. */
const REST = 250;

/** Advisory lock: one relay at a time per schema. Any number other than the migrators'. */
export const RELAY_LOCK = 0x0d0e7;

/**
 * Publishes outbox rows to the stream at least once, in order per key. It marks a row after the stream has acknowledged it,
 * and publishes all stored rows again when the stream was wiped.
 */
@Injectable()
export class OutboxRelay implements OnApplicationBootstrap, OnModuleDestroy {
  private stream: EventStream | null = null;
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();
  private queued = false;
  private rested: NodeJS.Timeout | undefined;
  private restsUntil = 0;
  private stopped = false;
  private readonly publisher = new OrderedPublisher();

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(Bus) private readonly bus: Bus,
    @Inject(LOGGER) private readonly log: Log,
  ) {}

  onApplicationBootstrap(): void {
    this.bus.onReconnect(() => {
      this.stream = null;
      this.kick();
    });
    this.timer = setInterval(() => void this.poll(), POLL_EVERY);
    this.kick();
  }

  async onModuleDestroy(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.rested);
    clearInterval(this.timer);
    await this.running;
  }

  /** Publishes now, or a moment after the last run. During a run it schedules another one. */
  kick(): void {
    if (this.queued || this.stopped) return;
    this.queued = true;
    const rest = this.restsUntil - monotonicNow();
    if (rest > 0) this.rested = setTimeout(() => this.runOnce(), rest);
    else this.runOnce();
  }

  /** Finds rows of other replicas that no relay has published. A database error waits for the next poll. */
  private async poll(): Promise<void> {
    if ((await waitingEvents(this.database).catch(() => 0)) > 0) this.kick();
  }

  private runOnce(): void {
    this.running = this.running.then(async () => {
      this.queued = false;
      await this.publishAll().catch((cause: unknown) => {
        this.stream = null;
        this.log.warn({ err: cause }, 'outbox relay paused');
      });
      this.restsUntil = monotonicNow() + REST;
    });
  }

  /** Does nothing without the bus; its return kicks the relay. */
  private async publishAll(): Promise<void> {
    if (!this.bus.isConnected()) return;
    const stream = this.stream ?? (await this.open());
    let isFull = true;
    while (isFull && !this.stopped && stream === this.stream) isFull = (await this.publishBatch(stream)) === BATCH;
  }

  /** Opens the stream, and makes rows due again that were published to one that has been wiped since. */
  private async open(): Promise<EventStream> {
    const stream = await openEventStream(this.bus.connection, this.bus.streamReplicas);
    const [newest] = await newestMark(this.database);
    for (let changed = newest && newest.stream !== stream.created ? RESET_STEP : 0; changed === RESET_STEP;) {
      changed = await resetMarks(this.database, [stream.created]);
    }
    this.stream = stream;
    return stream;
  }

  /** @returns how many rows it read. @throws the first failure, after marking the rows that were acknowledged */
  private async publishBatch(stream: EventStream): Promise<number> {
    const outcome = await this.database.transaction(async (tx) => {
      const [turn] = await takeTurn(tx, [RELAY_LOCK]);
      if (!turn?.locked) return { seen: 0, failures: [] };
      const rows = await readDue(tx, [BATCH]);
      const { published, failures } = await this.publisher.publish(stream.client, rows);
      // After a reconnect the stream may be a new one, without the events that the old one acknowledged.
      if (published.length > 0 && stream === this.stream) await mark(tx, [published, stream.created]);
      return { seen: rows.length, failures };
    });
    if (outcome.failures.length > 0) throw outcome.failures[0];
    return outcome.seen;
  }
}
