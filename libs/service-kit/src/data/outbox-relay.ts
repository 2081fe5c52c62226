import type { EventEnvelope } from '@duet/contracts';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { Bus } from '../bus/bus.js';
import { type EventStream, openEventStream, subjectOf } from '../bus/event-stream.js';
import { LOGGER, type Log } from '../observe/tokens.js';

interface Row {
  id: string;
  envelope: EventEnvelope;
}

const BATCH = 256;
const LOOK_EVERY = 1_000;
const PRUNE_EVERY = 60 * 60 * 1_000;

/** Published facts stay this long, so that a wiped stream can be filled again. */
const KEPT = "interval '24 hours'";

/** One relay at a time per schema, whichever replica holds the lock; the number only has to be ours. */
export const RELAY_LOCK = 0x0d0e7;

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
  private stopped = false;

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
    this.timers = [setInterval(() => this.kick(), LOOK_EVERY), setInterval(() => void this.prune(), PRUNE_EVERY)];
    this.kick();
  }

  async onModuleDestroy(): Promise<void> {
    this.stopped = true;
    for (const timer of this.timers) clearInterval(timer);
    await this.running;
  }

  /** Looks for rows now; while a look is under way, once more after it. */
  kick(): void {
    if (this.queued || this.stopped) return;
    this.queued = true;
    this.running = this.running.then(async () => {
      this.queued = false;
      await this.publishAll().catch((cause: unknown) => {
        this.stream = null;
        this.log.warn({ err: cause }, 'facts wait in the outbox');
      });
    });
  }

  private async publishAll(): Promise<void> {
    const stream = this.stream ?? (await this.open());
    while (!this.stopped && (await this.publishBatch(stream)) === BATCH);
  }

  /** Rows that another, since wiped, stream held are due again. */
  private async open(): Promise<EventStream> {
    const stream = await openEventStream(this.bus.connection);
    await this.database.query('UPDATE outbox SET published_to = NULL, published_at = NULL WHERE published_to <> $1', [stream.created]);
    this.stream = stream;
    return stream;
  }

  /** @returns how many rows it saw; throws after marking what did get through. */
  private async publishBatch(stream: EventStream): Promise<number> {
    const outcome = await this.database.transaction(async (tx) => {
      const [lock] = await tx.query<[{ held: boolean }]>('SELECT pg_try_advisory_xact_lock($1, hashtext(current_schema())) AS held', [RELAY_LOCK]);
      if (!lock.held) return { seen: 0, failures: [] };
      const rows = await tx.query<Row[]>('SELECT id, envelope FROM outbox WHERE published_to IS NULL ORDER BY id LIMIT $1', [BATCH]);
      const { published, failures } = await publish(stream, rows);
      if (published.length > 0) await mark(tx, published, stream.created);
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

/** One key's facts go one after the other and stop at the first failure; different keys do not wait for each other. */
async function publish(stream: EventStream, rows: Row[]): Promise<{ published: string[]; failures: unknown[] }> {
  const published: string[] = [];
  const byKey = Object.values(Object.groupBy(rows, (row) => row.envelope.key));
  const outcomes = await Promise.allSettled(
    byKey.map(async (group = []) => {
      for (const { id, envelope } of group) {
        await stream.client.publish(subjectOf(envelope.name, envelope.key), JSON.stringify(envelope), { msgID: envelope.id });
        published.push(id);
      }
    }),
  );
  return { published, failures: outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : [])) };
}

async function mark(tx: EntityManager, ids: string[], created: string): Promise<void> {
  await tx.query('UPDATE outbox SET published_to = $2, published_at = now() WHERE id = ANY($1)', [ids, created]);
}
