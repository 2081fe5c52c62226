import { AppError, Clock, Health, type JobPool, Jobs, PeriodicJob, RpcClient } from '@duet/service-kit';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Counter } from 'prom-client';
import { AttachmentsService } from '../attachments/attachments.service.js';
import { AvatarPictures } from '../avatars/avatar-pictures.js';
import { DataKeys } from '../sealing/data-keys.service.js';
import { SealedObjects } from '../sealing/sealed-objects.js';
import { ObjectDeletionQueue } from '../storage/object-deletion-queue.js';
import { UploadFolder } from '../uploads/upload-folder.js';
import { ExportReader } from './export-reader.js';
import { writeExport } from './export-writer.js';
import { type ExportJob, ExportsService, type QueuedExport, newExportName } from './exports.service.js';

const POLL_EVERY = 5_000;
const SWEEP_EVERY = 60_000;

/** Concurrent exports of one process. */
const AT_ONCE = 2;

/** The back-offs between them add up to twenty minutes. */
const MAX_ATTEMPTS = 8;

/** Longest attempt in milliseconds: a stored ZIP is deleted after an hour unless a row refers to it. */
const LONGEST = 30 * 60_000;

/** Prepares exports, a few at a time. When its process dies, another replica takes the job over after the lease. */
@Injectable()
export class ExportWorker implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly outcomes: Counter<'outcome'>;
  private readonly pool: JobPool<QueuedExport>;
  private readonly expiry: PeriodicJob;

  constructor(
    @Inject(ExportsService) private readonly exports: ExportsService,
    @Inject(RpcClient) private readonly rpc: RpcClient,
    @Inject(SealedObjects) private readonly objects: SealedObjects,
    @Inject(AvatarPictures) private readonly avatars: AvatarPictures,
    @Inject(DataKeys) private readonly keys: DataKeys,
    @Inject(ObjectDeletionQueue) private readonly deletions: ObjectDeletionQueue,
    @Inject(AttachmentsService) private readonly attachments: AttachmentsService,
    @Inject(UploadFolder) private readonly folder: UploadFolder,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(Jobs) jobs: Jobs,
    @Inject(Health) health: Health,
  ) {
    this.outcomes = new Counter({
      name: 'duet_exports_total',
      help: 'Data exports by outcome',
      labelNames: ['outcome'],
      registers: [health.metrics],
    });
    // `increase` in an alert does not see the event that creates its series.
    this.outcomes.inc({ outcome: 'given-up' }, 0);
    this.pool = jobs.pool({
      queue: exports.queue,
      atOnce: AT_ONCE,
      pollEvery: POLL_EVERY,
      work: (job, signal) => this.attempt(job, AbortSignal.any([signal, AbortSignal.timeout(LONGEST)])),
      attemptsAfter: () => MAX_ATTEMPTS,
      giveUp: (job) => this.exports.giveUp(job),
      onFailure: (final) => this.outcomes.inc({ outcome: final ? 'given-up' : 'failed' }),
      describe: (err, { key }) => ({ err, exportId: key }),
    });
    this.expiry = jobs.periodic('expired-exports', SWEEP_EVERY, () => this.exports.sweep());
  }

  onApplicationBootstrap(): void {
    this.expiry.start();
    this.pool.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.expiry.stop();
    await this.pool.stop();
  }

  /** Call after the commit that queued an export. */
  kick(): void {
    this.pool.kick();
  }

  private async attempt(job: ExportJob, signal: AbortSignal): Promise<void> {
    try {
      await this.prepare(job, signal);
      this.outcomes.inc({ outcome: 'ready' });
    } catch (cause) {
      if (!(cause instanceof AppError && cause.code === 'TOKEN_INVALID')) throw cause;
      // The user has withdrawn the export; auth refuses its secret before the event arrives here.
      await this.exports.drop(job);
      this.outcomes.inc({ outcome: 'dropped' });
    }
  }

  /** Queues the object's deletion before it stores it; the transaction that refers to it cancels that. No crash leaves an orphan. */
  private async prepare(job: ExportJob, signal: AbortSignal): Promise<void> {
    const reader = new ExportReader(this.rpc, job, this.clock, signal);
    const name = newExportName();
    const key = await this.keys.of('user', job.subject ?? '');
    if (!key) throw new Error('the data key of the user is destroyed');
    await this.folder.lend(async (folder) => {
      const { zip, authors } = await writeExport({
        reader,
        objects: this.objects,
        avatars: this.avatars,
        attachments: this.attachments,
        folder,
        at: this.clock.now(),
        signal,
      });
      await this.deletions.reserve([name]);
      await this.objects.putFile(name, zip, key);
      signal.throwIfAborted();
      await this.exports.finish(job, { name, bytes: zip.bytes }, authors);
    });
  }
}
