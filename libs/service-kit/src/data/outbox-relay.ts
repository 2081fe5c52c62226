import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { Bus } from '../bus/bus.js';
import { type EventStream, openEventStream } from '../bus/event-stream.js';
import { LOGGER, type Log } from '../observe/tokens.js';
import { monotonicNow } from '../work/clock.js';
import type { Tx } from './data-source.js';
import { type OutboxEvent, OrderedPublisher } from './ordered-publisher.js';
import { EVENT_TABLES, type EventTable, type EventTables, RESET_STEP, takeTurn } from './outbox.queries.js';

/** Milliseconds between two looks for rows that a replica stored before it died. All others are published by a kick. */
const POLL_EVERY = 5_000;

/** Milliseconds between two runs, so that one run publishes the events of several commits. The first event after a pause is published at once. */
const REST = 500;

/** Milliseconds between a run that failed and the next. */
const RETRY_AFTER = 1_000;

/** Advisory lock: one relay at a time per schema. Any number other than the migrators'. */
export const RELAY_LOCK = 0x0d0e7;

/** The end of a batch: `full` when more rows may be due, `busy` while another replica's relay publishes, which may not see the newest rows. */
type BatchEnd = 'done' | 'full' | 'busy';

/** The rows of one run: the ids by table, and the events of all in the order of their rows. */
interface Due {
  ids: Map<EventTable, string[]>;
  events: OutboxEvent[];
  /** More rows may be due. */
  isFull: boolean;
}

/**
 * Publishes the rows of the outbox, and of a service's other tables of events, to the stream at least once, in order per key. It
 * marks a row after the stream has acknowledged its events, and publishes all stored rows again when the stream was wiped.
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
    @Inject(EVENT_TABLES) private readonly events: EventTables,
  ) {}

  onApplicationBootstrap(): void {
    this.bus.onReconnect(() => {
      this.stream = null;
      this.kick();
    });
    this.timer = setInterval(() => void this.poll(), POLL_EVERY);
    this.kick();
  }

  /** Publishes what waits for the end of a rest: after a rollback no process may know the tables of this build. */
  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer);
    clearTimeout(this.rested);
    if (this.queued) this.runOnce();
    await this.running;
    this.stopped = true;
    clearTimeout(this.rested);
  }

  /** Publishes now, or a moment after the last run. During a run it schedules another one. */
  kick(): void {
    if (this.queued || this.stopped) return;
    this.queued = true;
    const rest = this.restsUntil - monotonicNow();
    if (rest > 0) this.rested = setTimeout(() => this.runOnce(), rest);
    else this.runOnce();
  }

  /** Finds rows that no relay has published. A database error waits for the next poll. */
  private async poll(): Promise<void> {
    for (const { waitingRows } of this.events.tables) {
      if ((await waitingRows(this.database).catch(() => 0)) > 0) return this.kick();
    }
  }

  private runOnce(): void {
    this.running = this.running.then(async () => {
      this.queued = false;
      const end = await this.publishAll().catch((cause: unknown) => {
        this.stream = null;
        this.log.warn({ err: cause }, 'outbox relay paused');
        return 'failed' as const;
      });
      this.restsUntil = monotonicNow() + (end === 'failed' ? RETRY_AFTER : REST);
      if (end !== 'done') this.kick();
    });
  }

  /** Does nothing without the bus; its return kicks the relay. */
  private async publishAll(): Promise<BatchEnd> {
    if (!this.bus.isConnected()) return 'done';
    const stream = this.stream ?? (await this.open());
    let end: BatchEnd = 'full';
    while (end === 'full' && !this.stopped && stream === this.stream) end = await this.publishBatch(stream);
    return end;
  }

  /** Opens the stream, and makes rows due again that were published to one that has been wiped since. */
  private async open(): Promise<EventStream> {
    const stream = await openEventStream(this.bus.connection, this.bus.streamReplicas);
    for (const { newestMark, resetMarks } of this.events.tables) {
      const [newest] = await newestMark(this.database);
      for (let changed = newest && newest.stream !== stream.created ? RESET_STEP : 0; changed === RESET_STEP;) {
        changed = await resetMarks(this.database, [stream.created]);
      }
    }
    this.stream = stream;
    return stream;
  }

  /** @throws the first failure, after marking the rows that were acknowledged */
  private async publishBatch(stream: EventStream): Promise<BatchEnd> {
    const outcome = await this.database.transaction(async (tx): Promise<{ end: BatchEnd; failures: unknown[] }> => {
      const [turn] = await takeTurn(tx, [RELAY_LOCK]);
      if (!turn?.locked) return { end: 'busy', failures: [] };
      const { ids, events, isFull } = await this.readDue(tx);
      const { unpublished, failures } = await this.publisher.publish(stream.client, events);
      for (const [table, all] of ids) {
        const published = all.filter((id) => !unpublished.has(id));
        // After a reconnect the stream may be a new one, without the events that the old one acknowledged.
        if (published.length > 0 && stream === this.stream) await table.mark(tx, [published, stream.created]);
      }
      return { end: isFull ? 'full' : 'done', failures };
    });
    if (outcome.failures.length > 0) throw outcome.failures[0];
    return outcome.end;
  }

  /** Reads the due rows of all tables, whose ids are of one sequence. Rows behind the end of a full batch wait for the next one. */
  private async readDue(tx: Tx): Promise<Due> {
    const rows = await this.events.readDue(tx, []);
    const found = this.events.tables.map((table) => ({
      table,
      ids: [...new Set(rows.flatMap(({ source, id }) => (source === table.name ? [id] : [])))],
    }));
    const full = found.filter(({ table, ids }) => ids.length === table.batch);
    const end = Math.min(...full.map(({ ids }) => Number(ids.at(-1))));
    const inTime = (id: string): boolean => Number(id) <= end;
    return {
      ids: new Map(found.map(({ table, ids }) => [table, ids.filter(inTime)])),
      events: rows
        .filter((row): row is typeof row & OutboxEvent => row.body !== null && inTime(row.id))
        .toSorted((one, other) => Number(one.id) - Number(other.id)),
      isFull: full.length > 0,
    };
  }
}
