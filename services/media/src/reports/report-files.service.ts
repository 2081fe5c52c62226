import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { LIMITS } from '@duet/contracts';
import {
  Clock,
  DAY,
  type Job,
  type JobPool,
  type JobQueue,
  Jobs,
  type PeriodicJob,
  Transactions,
} from '@duet/service-kit';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, IsNull, Not } from 'typeorm';
import { DataKeys } from '../sealing/data-keys.service.js';
import { SealedObjects } from '../sealing/sealed-objects.js';
import { ObjectDeletionQueue } from '../storage/object-deletion-queue.js';
import { UploadFolder } from '../uploads/upload-folder.js';
import { ReportFile, type ReportSource } from './report-file.entity.js';
import { deleteReportsBefore, forgetSource, keepFiles } from './report-file.queries.js';

const STORED = LIMITS.reportDays * DAY;
const POLL_EVERY = 10_000;
const EXPIRE_EVERY = 10 * 60_000;

/** Lease in milliseconds; the pool renews it while the worker lives. */
const LEASE = 2 * 60_000;

/** Attempts at a copy over some three days, after which its source counts as lost. */
const ATTEMPTS = 150;
const backoff = (attempts: number): number => Math.min(2_000 * 2 ** Math.min(attempts - 1, 12), 30 * 60_000);

/** A new random object name without slashes. */
const newReportObject = (): string => `report-${randomBytes(16).toString('hex')}`;

type FileKey = Pick<ReportFile, 'reportId' | 'fileId'>;

/** Copies of reported files. `duet-admin` alone reads them, and they are deleted with their report's key after 180 days. */
@Injectable()
export class ReportFilesService implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly queue: JobQueue<FileKey>;
  private readonly pool: JobPool<FileKey>;
  private readonly expiry: PeriodicJob;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(Transactions) private readonly transactions: Transactions,
    @Inject(SealedObjects) private readonly objects: SealedObjects,
    @Inject(DataKeys) private readonly keys: DataKeys,
    @Inject(ObjectDeletionQueue) private readonly deletions: ObjectDeletionQueue,
    @Inject(UploadFolder) private readonly folder: UploadFolder,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(Jobs) jobs: Jobs,
  ) {
    this.queue = jobs.queue({ name: 'report-file', lease: LEASE, backoff });
    this.pool = jobs.pool({
      queue: this.queue,
      atOnce: 1,
      pollEvery: POLL_EVERY,
      work: (job) => this.copy(job),
      attemptsAfter: () => ATTEMPTS,
      giveUp: (job) => this.giveUp(job),
    });
    this.expiry = jobs.periodic('expired-reports', EXPIRE_EVERY, () => this.deleteExpired());
  }

  onApplicationBootstrap(): void {
    this.expiry.start();
    this.pool.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.expiry.stop();
    await this.pool.stop();
  }

  /** Keeps files of the user's couples for a report; what does not exist is left out. A repeated call changes nothing. */
  async keep(userId: string, reportId: string, ids: readonly string[]): Promise<void> {
    await this.transactions.run(async (unit) => {
      const kept = await keepFiles(unit.tx, [reportId, ids, userId, this.clock.now()]);
      await this.queue.add(
        unit.tx,
        kept.map(({ fileId }) => ({ key: `${reportId}:${fileId}`, payload: { reportId, fileId } })),
      );
      unit.onCommit(() => this.pool.kick());
    });
  }

  /** Deletes the files of reports whose time is over, and their keys. */
  async deleteExpired(): Promise<void> {
    await this.transactions.run(async (unit) => {
      const deleted = await deleteReportsBefore(unit.tx, [this.clock.in(-STORED)]);
      await this.keys.destroy(unit.tx, 'report', [...new Set(deleted.map(({ reportId }) => reportId))]);
      await this.deletions.enqueueIn(
        unit,
        deleted.flatMap(({ object }) => object ?? []),
      );
    });
  }

  /** Queues the object's deletion before it stores it; the transaction that refers to it cancels that. */
  private async copy(job: Job<FileKey>): Promise<void> {
    const file = await this.database.manager.findOneBy(ReportFile, { ...job.payload, source: Not(IsNull()) });
    const key = file?.source ? await this.keys.of('report', file.reportId) : null;
    if (!file?.source || !key) return;
    const object = newReportObject();
    await this.deletions.reserve([object]);
    await this.store(file.source, object, key);
    await this.database.transaction(async (tx) => {
      const { affected } = await tx.update(
        ReportFile,
        { ...job.payload, source: Not(IsNull()) },
        { source: null, object },
      );
      if (affected === 1) await this.deletions.cancel(tx, [object]);
    });
  }

  private async store(source: ReportSource, object: string, key: { id: string; bytes: Buffer }): Promise<void> {
    await this.folder.lend(async (folder) => {
      const path = join(folder, 'reported');
      await this.objects.fetchFile(source, path, source.sha256);
      await this.objects.putFile(object, { path, bytes: source.bytes, sha256: source.sha256 }, key);
    });
  }

  private async giveUp(job: Job<FileKey>): Promise<void> {
    const { reportId, fileId } = job.payload;
    await this.database.transaction(async (tx) => {
      await forgetSource(tx, [reportId, fileId]);
      await this.queue.complete(job, tx);
    });
  }
}
