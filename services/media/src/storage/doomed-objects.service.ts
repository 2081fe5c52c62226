import { AppError, Health, LOGGER, type Log, type Tx } from '@duet/service-kit';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { Gauge } from 'prom-client';
import { DataSource } from 'typeorm';
import { ObjectStore } from './object-store.js';

/** Storing and committing takes seconds; what nobody has referred to by then never will be referred to. */
const UNCLAIMED = "interval '1 hour'";

const LOOK_EVERY = 10_000;
const BATCH = 100;

/** Removes objects that nothing refers to any more, or never did. */
@Injectable()
export class DoomedObjects implements OnApplicationBootstrap, OnModuleDestroy {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();
  private queued = false;
  private stopped = false;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(ObjectStore) private readonly store: ObjectStore,
    @Inject(LOGGER) private readonly log: Log,
    @Inject(Health) health: Health,
  ) {
    const due = new Gauge({
      name: 'duet_doomed_objects',
      help: 'Objects that wait to be removed from S3',
      registers: [health.metrics],
      collect: async () => {
        const [row] = await this.database.query<{ count: number }[]>('SELECT count(*)::int AS count FROM doomed_objects WHERE due_at <= now()').catch(() => []);
        // Without the database nobody knows; readiness tells that, and the other metrics must still be read.
        due.set(row?.count ?? Number.NaN);
      },
    });
  }

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => this.kick(), LOOK_EVERY);
    this.kick();
  }

  async onModuleDestroy(): Promise<void> {
    this.stopped = true;
    clearInterval(this.timer);
    await this.running;
  }

  /** Before these are stored: unless somebody spares them, they go again. */
  async reserve(names: string[]): Promise<void> {
    await this.database.query(`INSERT INTO doomed_objects (name, due_at) SELECT unnest($1::text[]), now() + ${UNCLAIMED}`, [names]);
  }

  /** In the transaction that refers to them. @throws AppError UNAVAILABLE when they are being removed already. */
  async spare(tx: Tx, names: string[]): Promise<void> {
    const [, spared] = await tx.query<[unknown[], number]>('DELETE FROM doomed_objects WHERE name = ANY($1) AND attempts = 0', [names]);
    if (spared !== names.length) throw new AppError('UNAVAILABLE', { cause: new Error('stored objects were collected before they were used') });
  }

  /** In the transaction that stops referring to them; call `kick` after its commit. */
  async doom(tx: Tx, names: string[]): Promise<void> {
    await tx.query(
      'INSERT INTO doomed_objects (name, due_at) SELECT unnest($1::text[]), now() ON CONFLICT (name) DO UPDATE SET due_at = excluded.due_at',
      [names],
    );
  }

  /** Looks for due objects now; while a look is under way, once more after it. */
  kick(): void {
    if (this.queued || this.stopped) return;
    this.queued = true;
    this.running = this.running.then(async () => {
      this.queued = false;
      await this.removeAll().catch((cause: unknown) => this.log.warn({ err: cause }, 'objects wait to be removed'));
    });
  }

  private async removeAll(): Promise<void> {
    while (!this.stopped && (await this.removeBatch()) === BATCH);
  }

  private async removeBatch(): Promise<number> {
    const names = await this.claim();
    const removed: string[] = [];
    const outcomes = await Promise.allSettled(names.map((name) => this.store.remove(name).then(() => removed.push(name))));
    if (removed.length > 0) await this.database.query('DELETE FROM doomed_objects WHERE name = ANY($1)', [removed]);
    const failure = outcomes.find((outcome) => outcome.status === 'rejected');
    if (failure) throw failure.reason;
    return names.length;
  }

  /** Whoever dies with a claim leaves the objects to the next look after it; each failure waits longer. */
  private async claim(): Promise<string[]> {
    const [rows] = await this.database.query<[{ name: string }[], number]>(
      `UPDATE doomed_objects SET attempts = attempts + 1, due_at = now() + interval '30 seconds' * least(attempts + 1, 20)
       WHERE name IN (SELECT name FROM doomed_objects WHERE due_at <= now() ORDER BY due_at LIMIT $1 FOR UPDATE SKIP LOCKED)
       RETURNING name`,
      [BATCH],
    );
    return rows.map(({ name }) => name);
  }
}
