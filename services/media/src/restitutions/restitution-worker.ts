import { Clock, type Job, type JobPool, type JobQueue, Jobs, type PeriodicJob } from '@duet/service-kit';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { AttachmentsService } from '../attachments/attachments.service.js';
import { CouplesService } from '../couples/couples.service.js';
import { DataKeys } from '../sealing/data-keys.service.js';
import { SealedObjects } from '../sealing/sealed-objects.js';
import { ObjectDeletionQueue } from '../storage/object-deletion-queue.js';
import { UploadFolder } from '../uploads/upload-folder.js';
import { RestitutionSource } from './restitution-source.js';
import { writeRestitution } from './restitution-writer.js';
import { type FormerMember, RestitutionsService, newRestitutionName } from './restitutions.service.js';

const MINUTE = 60_000;
const POLL_EVERY = 5_000;
const SWEEP_EVERY = 10 * MINUTE;

/** Lease in milliseconds; the pool renews it while the worker lives. */
const LEASE = 2 * MINUTE;

/** Longest attempt in milliseconds: a stored ZIP is deleted after an hour unless a row refers to it. */
const LONGEST = 30 * MINUTE;

/** Doubles from two seconds, as memories may learn of the purge a moment later, to half an hour. @returns milliseconds */
const backoff = (attempts: number): number => Math.min(2_000 * 2 ** Math.min(attempts - 1, 12), 30 * MINUTE);

/**
 * Purges couples that can no longer be restored: first it stores what each member gets back, then memories deletes the
 * capsules, then media the couple with its key. An interrupted purge goes on where it stopped, and is never given up.
 */
@Injectable()
export class RestitutionWorker implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly queue: JobQueue<null>;
  private readonly pool: JobPool<null>;
  private readonly expiry: PeriodicJob;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(RestitutionsService) private readonly restitutions: RestitutionsService,
    @Inject(CouplesService) private readonly couples: CouplesService,
    @Inject(RestitutionSource) private readonly source: RestitutionSource,
    @Inject(SealedObjects) private readonly objects: SealedObjects,
    @Inject(DataKeys) private readonly keys: DataKeys,
    @Inject(ObjectDeletionQueue) private readonly deletions: ObjectDeletionQueue,
    @Inject(AttachmentsService) private readonly attachments: AttachmentsService,
    @Inject(UploadFolder) private readonly folder: UploadFolder,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(Jobs) jobs: Jobs,
  ) {
    this.queue = jobs.queue({ name: 'restitution', lease: LEASE, backoff });
    this.pool = jobs.pool({
      queue: this.queue,
      atOnce: 1,
      pollEvery: POLL_EVERY,
      work: (job, signal) => this.purge(job, AbortSignal.any([signal, AbortSignal.timeout(LONGEST)])),
      attemptsAfter: () => Number.POSITIVE_INFINITY,
      describe: (err, { key }) => ({ err, coupleId: key }),
    });
    this.expiry = jobs.periodic('expired-restitutions', SWEEP_EVERY, () => this.restitutions.deleteExpired());
  }

  onApplicationBootstrap(): void {
    this.expiry.start();
    this.pool.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.expiry.stop();
    await this.pool.stop();
  }

  /** Queues a purge; a repeated call changes nothing. */
  async add(coupleId: string): Promise<void> {
    await this.queue.add(this.database.manager, [{ key: coupleId, payload: null }]);
    this.pool.kick();
  }

  private async purge({ key: coupleId }: Job<null>, signal: AbortSignal): Promise<void> {
    const couple = await this.couples.findCouple(coupleId);
    if (!couple) return;
    for (const userId of [couple.memberA, couple.memberB]) await this.giveBack({ coupleId, userId }, signal);
    await this.source.finish(coupleId);
    await this.couples.purge(coupleId);
  }

  /** Queues the object's deletion before it stores it; the transaction that refers to it cancels that. No crash leaves an orphan. */
  private async giveBack(member: FormerMember, signal: AbortSignal): Promise<void> {
    if (await this.restitutions.isRecorded(member)) return;
    const records = await this.source.recordsOf(member, signal);
    const key = records.length > 0 ? await this.keys.of('user', member.userId) : null;
    // Nothing to give back, or the account was deleted.
    if (!key) return;
    await this.folder.lend(async (folder) => {
      const zip = await writeRestitution({
        userId: member.userId,
        language: await this.source.languageOf(member),
        records,
        objects: this.objects,
        attachments: this.attachments,
        folder,
        at: this.clock.now(),
        signal,
      });
      const name = newRestitutionName();
      await this.deletions.reserve([name]);
      await this.objects.putFile(name, zip, key);
      signal.throwIfAborted();
      await this.restitutions.record(member, { name, bytes: zip.bytes });
    });
  }
}
