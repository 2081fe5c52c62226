import { randomBytes } from 'node:crypto';
import { type ExportRequested, LIMITS, exportDropped, exportFailed, exportReady } from '@duet/contracts';
import {
  DAY,
  Clock,
  EXPORT_LINK,
  type Job,
  type JobQueue,
  Jobs,
  KeySet,
  Transactions,
  type UnitOfWork,
  verifySigned,
} from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, LessThanOrEqual, MoreThan } from 'typeorm';
import { ErasedUser } from '../erasures/erased-user.entity.js';
import { DataKeys } from '../sealing/data-keys.service.js';
import type { StoredObject } from '../sealing/sealed-objects.js';
import { ObjectDeletionQueue } from '../storage/object-deletion-queue.js';
import { lockUser } from '../avatars/avatar.queries.js';
import { Export } from './export.entity.js';
import {
  type DeletedExport,
  deleteExpiredExports,
  deleteExport,
  deleteExports,
  deleteExportsOfUser,
  lockExportsOfPartners,
} from './export.queries.js';

const MINUTE = 60_000;

/** Lease in milliseconds; the pool renews it while the worker lives. */
const LEASE = 2 * MINUTE;

/** Doubles from ten seconds to ten minutes. @returns milliseconds */
const backoff = (attempts: number): number => Math.min(10_000 * 2 ** (attempts - 1), 10 * MINUTE);

/** An export to be prepared. The job's key is the export's id, its subject the user's. */
export interface QueuedExport {
  /** Auth issues export tokens in exchange for it. */
  secret: string;
}

export type ExportJob = Job<QueuedExport>;

/** A new random object name without slashes. */
export const newExportName = (): string => `export-${randomBytes(16).toString('hex')}.zip`;

/** The life cycle of exports: requested, prepared, ready for a week, deleted. */
@Injectable()
export class ExportsService {
  readonly queue: JobQueue<QueuedExport>;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(ObjectDeletionQueue) private readonly deletions: ObjectDeletionQueue,
    @Inject(Transactions) private readonly transactions: Transactions,
    @Inject(DataKeys) private readonly keys: DataKeys,
    @Inject(KeySet) private readonly signers: KeySet,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(Jobs) jobs: Jobs,
  ) {
    this.queue = jobs.queue({ name: 'export', lease: LEASE, backoff });
  }

  /** Queues an export and deletes the user's older ones. Repeated events and events of deleted users change nothing. */
  async add({ exportId, userId, secret, requestedAt }: ExportRequested): Promise<void> {
    await this.transactions.run(async (unit) => {
      await lockUser(unit.tx, [userId]);
      if (await unit.tx.existsBy(ErasedUser, { userId })) return;
      if (await unit.tx.existsBy(Export, [{ id: exportId }, { userId, requestedAt: MoreThan(new Date(requestedAt)) }]))
        return;
      await this.remove(unit, await deleteExportsOfUser(unit.tx, [userId]));
      await unit.tx.insert(Export, {
        id: exportId,
        userId,
        status: 'waiting',
        requestedAt: new Date(requestedAt),
      });
      await this.queue.add(unit.tx, [{ key: exportId, subject: userId, payload: { secret } }]);
    });
  }

  /**
   * Makes a stored and verified ZIP the export. When the job was lost meanwhile, the ZIP is deleted.
   * @param authors ids of the users whose data the ZIP contains
   * @throws Error when one of them was erased: other services may still have returned their data
   */
  async finish(
    job: ExportJob,
    { name, bytes }: Pick<StoredObject, 'name' | 'bytes'>,
    authors: readonly string[],
  ): Promise<void> {
    await this.transactions.run(async (unit) => {
      const row = await unit.tx.findOne(Export, {
        where: { id: job.key, status: 'waiting' },
        lock: { mode: 'pessimistic_write' },
      });
      if (!row || !(await this.queue.complete(job, unit.tx))) return this.deletions.enqueueIn(unit, [name]);
      if (await this.keys.areAnyDestroyed(unit.tx, 'user', authors))
        throw new Error('the export contains data of an erased user');
      await this.deletions.cancel(unit.tx, [name]);
      const [readyAt, expiresAt] = [this.clock.now(), this.clock.in(LIMITS.exportDays * DAY)];
      const { id, userId } = row;
      await unit.tx.update(
        Export,
        { id },
        { status: 'ready', key: name, sealed: true, bytes: String(bytes), readyAt, expiresAt },
      );
      await unit.record(exportReady, userId, {
        exportId: id,
        userId,
        readyAt: readyAt.toISOString(),
        expiresAt: expiresAt.toISOString(),
      });
    });
  }

  /** Gives up an export that cannot be prepared. */
  async giveUp(job: ExportJob): Promise<void> {
    await this.transactions.run(async (unit) => {
      if (!(await this.queue.complete(job, unit.tx))) return;
      await unit.tx.update(Export, { id: job.key, status: 'waiting' }, { status: 'failed' });
      await unit.record(exportFailed, job.subject ?? '', { exportId: job.key, userId: job.subject ?? '' });
    });
  }

  /** Deletes a withdrawn export while it waits. */
  async drop(job: ExportJob): Promise<void> {
    await this.database.manager.delete(Export, { id: job.key, status: 'waiting' });
  }

  /** The ZIP of a link; null for a forged or expired link and for a deleted export. */
  async find(link: string): Promise<(StoredObject & { readyAt: Date }) | null> {
    const id = this.exportOf(link);
    const row =
      id === null
        ? null
        : await this.database.manager.findOneBy(Export, { id, status: 'ready', expiresAt: MoreThan(this.clock.now()) });
    return row?.key && row.readyAt
      ? { name: row.key, bytes: Number(row.bytes), sealed: row.sealed, readyAt: row.readyAt }
      : null;
  }

  /** Deletes a withdrawn export; a worker that prepares it loses its lease. If `add` comes later, auth refuses its secret. */
  async withdraw(exportId: string, userId: string): Promise<void> {
    await this.transactions.run(async (unit) => {
      await lockUser(unit.tx, [userId]);
      await this.remove(unit, await deleteExport(unit.tx, [exportId]));
    });
  }

  /** Deletes all exports of a user. */
  async erase(userId: string): Promise<void> {
    await this.transactions.run(async (unit) => {
      await lockUser(unit.tx, [userId]);
      await this.remove(unit, await deleteExportsOfUser(unit.tx, [userId]));
    });
  }

  /**
   * Deletes the finished exports of an erased user's partners and ex-partners and restarts unfinished ones. The user's key is
   * destroyed in the same transaction, so that `finish` rejects exports that were read before.
   */
  async dropOfPartners(userId: string): Promise<void> {
    await this.transactions.run(async (unit) => {
      await this.keys.destroy(unit.tx, 'user', [userId]);
      const rows = await lockExportsOfPartners(unit.tx, [userId]);
      const ready = rows.filter(({ status }) => status === 'ready');
      await this.queue.restart(
        unit.tx,
        rows.map(({ id }) => id),
      );
      await deleteExports(unit.tx, [ready.map(({ id }) => id)]);
      await this.deletions.enqueueIn(
        unit,
        ready.flatMap(({ key }) => key ?? []),
      );
      for (const row of ready) await unit.record(exportDropped, row.userId, { exportId: row.id, userId: row.userId });
    });
  }

  /** Deletes expired exports, and failed ones after the same time. */
  async sweep(): Promise<void> {
    await this.transactions.run(async (unit) => {
      await this.remove(unit, await deleteExpiredExports(unit.tx, [this.clock.now()]));
      await unit.tx.delete(Export, {
        status: 'failed',
        requestedAt: LessThanOrEqual(this.clock.in(-LIMITS.exportDays * DAY)),
      });
    });
  }

  private exportOf(link: string): string | null {
    try {
      const { sub, sid } = verifySigned(this.signers, link, EXPORT_LINK, this.clock.untested());
      // Links of an earlier build name no session and are no longer valid.
      return typeof sid === 'string' ? (sub ?? null) : null;
    } catch {
      return null;
    }
  }

  /** Cancels the jobs of deleted exports and queues the deletion of their ZIPs. */
  private async remove(unit: UnitOfWork, deleted: readonly DeletedExport[]): Promise<void> {
    await this.queue.cancel(
      unit.tx,
      deleted.map(({ id }) => id),
    );
    await this.deletions.enqueueIn(
      unit,
      deleted.flatMap(({ key }) => key ?? []),
    );
  }
}
