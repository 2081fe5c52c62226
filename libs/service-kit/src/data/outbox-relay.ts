import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { Bus } from '../bus/bus.js';
import { type EventStream, openEventStream } from '../bus/event-stream.js';
import { LOGGER, type Log } from '../observe/tokens.js';
import { type Fact, OrderedPublisher } from './ordered-publisher.js';
import { prepared } from './prepared.js';

const BATCH = 512;
const LOOK_EVERY = 1_000;

/** Under load one look takes what several commits told; the first fact after a pause leaves at once. */
const REST = 100;

/** So many facts become due again in one statement after a stream was wiped. */
const RESET_STEP = 5_000;

const PRUNE_EVERY = 60 * 60 * 1_000;

/** Published facts stay this long, so that a wiped stream can be filled again. */
const KEPT = "interval '24 hours'";

/** One relay at a time per schema, whichever replica holds the lock; the number only has to be ours. */
export const RELAY_LOCK = 0x0d0e7;

/** Also: losing the marks to a power cut only means that facts are published once more. */
const takeTurn = prepared<{ held: boolean }>('outbox-turn', `SELECT pg_try_advisory_xact_lock($1, hashtext(current_schema())) AS held, set_config('synchronous_commit', 'off', true)`);

const readDue = prepared<Fact>(
  'outbox-due',
  `SELECT id, envelope->>'id' AS "eventId", envelope->>'name' AS name, envelope->>'key' AS key, envelope::text AS body
   FROM outbox WHERE published_to IS NULL ORDER BY id LIMIT $1`,
);

const mark = prepared('outbox-mark', 'UPDATE outbox SET published_to = $2, published_at = now() WHERE id = ANY($1)');

const ANY_DUE = 'SELECT 1 FROM outbox WHERE published_to IS NULL LIMIT 1';

/** Marks never go backwards in time except in the rows that a reset has not reached yet: the newest one tells. */
const NEWEST_MARK = 'SELECT published_to AS stream FROM outbox WHERE published_at IS NOT NULL ORDER BY published_at DESC LIMIT 1';

/** The oldest first, so that a reset that was interrupted is found by the newest mark. */
const RESET = `
  UPDATE outbox SET published_to = NULL, published_at = NULL
  WHERE id IN (SELECT id FROM outbox WHERE published_at IS NOT NULL AND published_to <> $1 ORDER BY published_at LIMIT ${RESET_STEP})`;

/**
 * Carries outbox rows to the stream: at least once, in order per key. A row is marked only after the stream has
 * acknowledged it, and a stream that was wiped gets everything again.
 */
@Injectable()
export class OutboxRelay implements OnApplicationBootstrap, OnModuleDestroy {
  private stream: EventStream | null = null;
  private timers: NodeJS.Timeout[] = [];
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
    this.timers = [setInterval(() => void this.glance(), LOOK_EVERY), setInterval(() => void this.prune(), PRUNE_EVERY)];
    this.kick();
  }

  async onModuleDestroy(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.rested);
    for (const timer of this.timers) clearInterval(timer);
    await this.running;
  }

  /** Looks for rows now, or soon after the last look; while a look is under way, once more after it. */
  kick(): void {
    if (this.queued || this.stopped) return;
    this.queued = true;
    const rest = this.restsUntil - Date.now();
    if (rest > 0) this.rested = setTimeout(() => this.look(), rest);
    else this.look();
  }

  /** What somebody else told and nobody has published; without the database there is nothing to do. */
  private async glance(): Promise<void> {
    const waiting = await this.database.query<unknown[]>(ANY_DUE).catch(() => []);
    if (waiting.length > 0) this.kick();
  }

  private look(): void {
    this.running = this.running.then(async () => {
      this.queued = false;
      await this.publishAll().catch((cause: unknown) => {
        this.stream = null;
        this.log.warn({ err: cause }, 'facts wait in the outbox');
      });
      this.restsUntil = Date.now() + REST;
    });
  }

  /** While the bus is away nothing would be acknowledged; its return is the next kick. */
  private async publishAll(): Promise<void> {
    if (!this.bus.isConnected()) return;
    const stream = this.stream ?? (await this.open());
    while (!this.stopped && (await this.publishBatch(stream)) === BATCH);
  }

  /** Rows that another, since wiped, stream held are due again. */
  private async open(): Promise<EventStream> {
    const stream = await openEventStream(this.bus.connection);
    const [newest] = await this.database.query<{ stream: string }[]>(NEWEST_MARK);
    for (let changed = newest && newest.stream !== stream.created ? RESET_STEP : 0; changed === RESET_STEP; ) {
      [, changed] = await this.database.query<[unknown[], number]>(RESET, [stream.created]);
    }
    this.stream = stream;
    return stream;
  }

  /** @returns how many rows it saw; throws after marking what did get through. */
  private async publishBatch(stream: EventStream): Promise<number> {
    const outcome = await this.database.transaction(async (tx) => {
      const [turn] = await takeTurn(tx, [RELAY_LOCK]);
      if (!turn?.held) return { seen: 0, failures: [] };
      const rows = await readDue(tx, [BATCH]);
      const { published, failures } = await this.publisher.publish(stream.client, rows);
      if (published.length > 0) await mark(tx, [published, stream.created]);
      return { seen: rows.length, failures };
    });
    if (outcome.failures.length > 0) throw outcome.failures[0];
    return outcome.seen;
  }

  private async prune(): Promise<void> {
    await this.database
      .query(`DELETE FROM outbox WHERE published_at < now() - ${KEPT}`)
      .catch((cause: unknown) => this.log.warn({ err: cause }, 'old facts were not pruned'));
  }
}

