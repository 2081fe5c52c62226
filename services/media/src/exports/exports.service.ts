import { randomBytes } from 'node:crypto';
import { type ExportRequested, LIMITS, exportFailed, exportReady } from '@duet/contracts';
import { EXPORT_LINK, KeySet, Outbox, type Tx, verifySigned } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, LessThanOrEqual, MoreThan } from 'typeorm';
import { ErasedUser } from '../avatars/avatar.entity.js';
import { Clock } from '../clock.js';
import { DoomedObjects } from '../storage/doomed-objects.service.js';
import { Export } from './export.entity.js';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** A worker that has not renewed its lease for this long is dead. */
export const LEASE = 2 * MINUTE;

/** With the pauses between them, about half an hour. */
const MAX_ATTEMPTS = 8;

const backoff = (attempts: number): number => Math.min(10_000 * 2 ** (attempts - 1), 10 * MINUTE);

/** A job in a worker's hands. */
export interface Job {
  id: string;
  userId: string;
  secret: string;
  attempts: number;
}

/** A finished ZIP as the bucket holds it. */
export interface StoredZip {
  name: string;
  bytes: number;
}

/** A flat name that nobody can guess. */
export const newExportName = (): string => `export-${randomBytes(16).toString('hex')}.zip`;

/** Exports and their lives: asked for, worked on, ready for a week, gone. */
@Injectable()
export class ExportsService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(DoomedObjects) private readonly doomed: DoomedObjects,
    @Inject(Outbox) private readonly outbox: Outbox,
    @Inject(KeySet) private readonly keys: KeySet,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /** Takes a job in; the person's older exports go. One that comes again, or after its person, changes nothing. */
  async add({ exportId, userId, secret, requestedAt }: ExportRequested): Promise<void> {
    await this.database.transaction(async (tx) => {
      await this.hold(tx, userId);
      if (await tx.existsBy(ErasedUser, { userId })) return;
      if (await tx.existsBy(Export, [{ id: exportId }, { userId, requestedAt: MoreThan(new Date(requestedAt)) }])) return;
      await this.remove(tx, 'user_id = $1', [userId]);
      await tx.insert(Export, { id: exportId, userId, status: 'waiting', secret, requestedAt: new Date(requestedAt), nextAttemptAt: this.clock.now() });
    });
    this.doomed.kick();
  }

  /** A job that is due, for this worker alone; others look past it. */
  async claim(): Promise<Job | null> {
    const [[job]] = await this.database.query<[Job[], number]>(
      `UPDATE exports SET attempts = attempts + 1, next_attempt_at = $2
       WHERE id = (SELECT id FROM exports WHERE status = 'waiting' AND next_attempt_at <= $1 ORDER BY next_attempt_at LIMIT 1 FOR UPDATE SKIP LOCKED)
       RETURNING id, user_id AS "userId", secret, attempts`,
      [this.clock.now(), this.clock.in(LEASE)],
    );
    return job ?? null;
  }

  /** @returns false when the job is no longer this worker's: taken over, replaced, or its person is gone. */
  async renew({ id, attempts }: Job): Promise<boolean> {
    const { affected } = await this.database.manager.update(Export, { id, attempts, status: 'waiting' }, { nextAttemptAt: this.clock.in(LEASE) });
    return affected === 1;
  }

  /** Makes a stored and verified ZIP the export; if the job was lost meanwhile, the ZIP goes again. */
  async finish({ id, userId, attempts }: Job, { name, bytes }: StoredZip): Promise<void> {
    await this.database.transaction(async (tx) => {
      const row = await tx.findOne(Export, { where: { id, attempts, status: 'waiting' }, lock: { mode: 'pessimistic_write' } });
      if (!row) return this.doomed.doom(tx, [name]);
      await this.doomed.spare(tx, [name]);
      const [readyAt, expiresAt] = [this.clock.now(), this.clock.in(LIMITS.exportLinkDays * DAY)];
      await tx.update(Export, { id }, { status: 'ready', secret: null, key: name, bytes: String(bytes), readyAt, expiresAt });
      await this.outbox.add(tx, exportReady, userId, { exportId: id, userId, readyAt: readyAt.toISOString(), expiresAt: expiresAt.toISOString() });
    });
    this.outbox.kick();
    this.doomed.kick();
  }

  /** Again later, or, after many times, never. @returns whether it was the last time. */
  async retryLater({ id, userId, attempts }: Job): Promise<boolean> {
    const final = attempts >= MAX_ATTEMPTS;
    await this.database.transaction(async (tx) => {
      const change: Partial<Export> = final ? { status: 'failed', secret: null } : { nextAttemptAt: this.clock.in(backoff(attempts)) };
      const { affected } = await tx.update(Export, { id, attempts, status: 'waiting' }, change);
      if (final && affected) await this.outbox.add(tx, exportFailed, userId, { exportId: id, userId });
    });
    this.outbox.kick();
    return final;
  }

  /** Nobody wants it any more. */
  async drop({ id, attempts }: Job): Promise<void> {
    await this.database.manager.delete(Export, { id, attempts, status: 'waiting' });
  }

  /** The ZIP that a link leads to; null for a link that is wrong or has run out, and for one whose export is gone. */
  async find(link: string): Promise<(StoredZip & { readyAt: Date }) | null> {
    const id = this.exportOf(link);
    const row = id === null ? null : await this.database.manager.findOneBy(Export, { id, status: 'ready', expiresAt: MoreThan(this.clock.now()) });
    return row?.key && row.readyAt ? { name: row.key, bytes: Number(row.bytes), readyAt: row.readyAt } : null;
  }

  /** Nothing of the person stays, and no link of theirs leads anywhere. */
  async erase(userId: string): Promise<void> {
    await this.database.transaction(async (tx) => {
      await this.hold(tx, userId);
      await this.remove(tx, 'user_id = $1', [userId]);
    });
    this.doomed.kick();
  }

  /** Removes what has run out, and failures that nobody has tried again. */
  async sweep(): Promise<void> {
    await this.database.transaction(async (tx) => {
      await this.remove(tx, 'expires_at <= $1', [this.clock.now()]);
      await tx.delete(Export, { status: 'failed', requestedAt: LessThanOrEqual(this.clock.in(-LIMITS.exportLinkDays * DAY)) });
    });
    this.doomed.kick();
  }

  private exportOf(link: string): string | null {
    try {
      return verifySigned(this.keys, link, EXPORT_LINK).sub ?? null;
    } catch {
      return null;
    }
  }

  /** Everything that happens to one person's exports happens one after the other, as with their avatar. */
  private async hold(tx: Tx, userId: string): Promise<void> {
    await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [userId]);
  }

  private async remove(tx: Tx, which: string, parameters: unknown[]): Promise<void> {
    const [gone] = await tx.query<[{ key: string | null }[], number]>(`DELETE FROM exports WHERE ${which} RETURNING key`, parameters);
    const names = gone.flatMap(({ key }) => key ?? []);
    if (names.length > 0) await this.doomed.doom(tx, names);
  }
}
