import { AppError, Health, LOGGER, type Log, RpcClient, requestContext } from '@duet/service-kit';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Counter } from 'prom-client';
import { AttachmentsService } from '../attachments/attachments.service.js';
import { Clock } from '../clock.js';
import { DoomedObjects } from '../storage/doomed-objects.service.js';
import { ObjectStore } from '../storage/object-store.js';
import { UploadFolder } from '../uploads/upload-folder.js';
import { Hands } from '../work/hands.js';
import { ExportReader } from './export-reader.js';
import { writeExport } from './export-writer.js';
import { ExportsService, type Job, LEASE, newExportName } from './exports.service.js';

const LOOK_EVERY = 5_000;
const SWEEP_EVERY = 60_000;
const RENEW_EVERY = LEASE / 4;

/** More would only make each slower. */
const AT_ONCE = 2;

/** What is stored must be referred to within the hour, or it is collected. */
const LONGEST = 30 * 60_000;

/** Prepares exports, a few at a time. Whatever it dies of, somebody takes the job up again when its lease has run out. */
@Injectable()
export class ExportWorker implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly outcomes: Counter<'outcome'>;
  private readonly hands: Hands<Job>;
  private sweeping: NodeJS.Timeout | undefined;

  constructor(
    @Inject(ExportsService) private readonly exports: ExportsService,
    @Inject(RpcClient) private readonly rpc: RpcClient,
    @Inject(ObjectStore) private readonly store: ObjectStore,
    @Inject(DoomedObjects) private readonly doomed: DoomedObjects,
    @Inject(AttachmentsService) private readonly attachments: AttachmentsService,
    @Inject(UploadFolder) private readonly folder: UploadFolder,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(LOGGER) private readonly log: Log,
    @Inject(Health) health: Health,
  ) {
    this.outcomes = new Counter({ name: 'duet_exports_total', help: 'Data exports by outcome', labelNames: ['outcome'], registers: [health.metrics] });
    this.hands = new Hands({
      atOnce: AT_ONCE,
      lookEvery: LOOK_EVERY,
      claim: () => this.exports.claim(),
      attempt: (job) => requestContext.run({ requestId: job.id }, () => this.attempt(job)),
      onFailure: (cause) => this.log.warn({ err: cause }, 'exports cannot be looked for right now'),
    });
  }

  onApplicationBootstrap(): void {
    this.sweeping = setInterval(() => void this.sweep(), SWEEP_EVERY);
    this.hands.start();
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.sweeping);
    await this.hands.stop();
  }

  /** Looks for jobs now, as far as there is a hand free. */
  kick(): void {
    this.hands.kick();
  }

  private async attempt(job: Job): Promise<void> {
    const lost = new AbortController();
    const renewal = setInterval(() => void this.renew(job, lost), RENEW_EVERY);
    try {
      await this.prepare(job, AbortSignal.any([lost.signal, this.hands.signal, AbortSignal.timeout(LONGEST)]));
      this.outcomes.inc({ outcome: 'ready' });
    } catch (cause) {
      await this.fail(job, cause);
    } finally {
      clearInterval(renewal);
    }
  }

  /** The object is doomed before it is stored and spared by the row that refers to it: no crash leaves it behind. */
  private async prepare(job: Job, signal: AbortSignal): Promise<void> {
    const reader = new ExportReader(this.rpc, job, this.clock, signal);
    const name = newExportName();
    await this.folder.lend(async (folder) => {
      const zip = await writeExport({ reader, store: this.store, attachments: this.attachments, folder, at: this.clock.now(), signal });
      await this.doomed.reserve([name]);
      await this.store.putFile(name, zip, 'application/zip');
      signal.throwIfAborted();
      await this.exports.finish(job, { name, bytes: zip.bytes });
    });
  }

  private async renew(job: Job, lost: AbortController): Promise<void> {
    const held = await this.exports.renew(job).catch(() => true);
    if (!held) lost.abort(new Error('the job was taken away'));
  }

  private async fail(job: Job, cause: unknown): Promise<void> {
    if (this.hands.signal.aborted) return;
    if (cause instanceof AppError && cause.code === 'TOKEN_INVALID') {
      this.log.info({ exportId: job.id }, 'an export is not wanted any more');
      this.outcomes.inc({ outcome: 'dropped' });
      return this.exports.drop(job);
    }
    const final = await this.exports.retryLater(job);
    this.log.warn({ err: cause, exportId: job.id, attempt: job.attempts, final }, 'an export could not be prepared');
    this.outcomes.inc({ outcome: final ? 'given-up' : 'failed' });
  }

  private async sweep(): Promise<void> {
    await this.exports.sweep().catch((cause: unknown) => this.log.warn({ err: cause }, 'exports that have run out are still there'));
  }
}
