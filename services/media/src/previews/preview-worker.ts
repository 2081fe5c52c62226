import { AppError, Health, type JobPool, Jobs } from '@duet/service-kit';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Counter } from 'prom-client';
import { newObjectName } from '../attachments/attachment.objects.js';
import { References } from '../attachments/references.js';
import { MediaConfig } from '../config.js';
import type { PagePicture } from '../images/page-picture.js';
import { DataKeys } from '../sealing/data-keys.service.js';
import { SealedObjects } from '../sealing/sealed-objects.js';
import { ObjectDeletionQueue } from '../storage/object-deletion-queue.js';
import { UploadFolder } from '../uploads/upload-folder.js';
import { type PreviewJob, PreviewJobs, type QueuedPreview, type StoredPicture } from './preview-jobs.service.js';
import { PreviewMaker, isOurs } from './preview-maker.js';
import { PreviewRefusedError } from './site-address.js';

const POLL_EVERY = 2_000;

/** Concurrent previews of one process; they mostly wait for sites. */
const AT_ONCE = 4;

/** Attempts at a failing site, and attempts while messaging, the object store or the disk is unavailable. */
const OF_A_SITE = 2;
const OF_OURS = 20;

/** Thrown before any request to a site. */
class NotAsked extends Error {}

type Outcome = 'made' | 'unwanted' | 'limited' | 'refused' | 'failed' | 'given-up' | 'lost';

/** Makes link previews, a few at a time. Addresses and contents of pages never reach the log. */
@Injectable()
export class PreviewWorker implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly outcomes: Counter<'outcome'>;
  private readonly pool: JobPool<QueuedPreview>;

  constructor(
    @Inject(MediaConfig) private readonly config: MediaConfig,
    @Inject(Jobs) jobs: Jobs,
    @Inject(PreviewJobs) private readonly previews: PreviewJobs,
    @Inject(PreviewMaker) private readonly maker: PreviewMaker,
    @Inject(References) private readonly references: References,
    @Inject(SealedObjects) private readonly objects: SealedObjects,
    @Inject(DataKeys) private readonly keys: DataKeys,
    @Inject(ObjectDeletionQueue) private readonly deletions: ObjectDeletionQueue,
    @Inject(UploadFolder) private readonly folder: UploadFolder,
    @Inject(Health) health: Health,
  ) {
    this.outcomes = new Counter({
      name: 'duet_link_previews_total',
      help: 'Link previews by outcome',
      labelNames: ['outcome'],
      registers: [health.metrics],
    });
    this.pool = jobs.pool({
      queue: previews.queue,
      atOnce: AT_ONCE,
      pollEvery: POLL_EVERY,
      work: async (job, signal) => this.outcomes.inc({ outcome: await this.makePreview(job, signal) }),
      attemptsAfter,
      onFailure: (final, cause) => this.outcomes.inc({ outcome: outcomeOf(final, cause) }),
      describe: (cause, { key }) => ({ messageId: key, reason: reasonOf(cause) }),
    });
  }

  onApplicationBootstrap(): void {
    if (this.config.LINK_PREVIEWS === 'on') this.pool.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.pool.stop();
  }

  /** Claims due jobs now. */
  kick(): void {
    if (this.config.LINK_PREVIEWS === 'on') this.pool.kick();
  }

  private async makePreview(job: PreviewJob, signal: AbortSignal): Promise<Outcome> {
    const url = await this.references.findPreviewLink(job.key).catch((cause: unknown) => {
      throw new NotAsked('messaging did not return the link', { cause });
    });
    if (url === null) return 'unwanted';
    if (!(await this.previews.count(job))) return 'limited';
    return this.folder.lend(async (folder) => {
      const preview = await this.maker.make(url, folder, { userId: job.payload.ownerId, signal });
      const picture = preview.picture && (await this.storePicture(job, preview.picture));
      return (await this.previews.finish(job, url, preview, picture)) ? 'made' : 'lost';
    });
  }

  /** Queues the object's deletion before it stores it; the transaction that refers to it cancels that. */
  private async storePicture(
    { subject }: PreviewJob,
    { file, width, height, blur }: PagePicture,
  ): Promise<StoredPicture | null> {
    const key = await this.keys.of('couple', subject ?? '');
    if (!key) return null;
    const name = newObjectName();
    await this.deletions.reserve([name]);
    await this.objects.putFile(name, file, key);
    const { bytes, sha256, mimeType } = file;
    return { object: { name, bytes, sha256, mimeType }, width, height, blur };
  }
}

/** A refusal is final. A site gets two attempts; outages of Duet's own services allow more. */
function attemptsAfter(cause: unknown): number {
  if (cause instanceof PreviewRefusedError) return 0;
  return cause instanceof NotAsked || (cause instanceof AppError && isOurs(cause)) ? OF_OURS : OF_A_SITE;
}

function outcomeOf(final: boolean, cause: unknown): Outcome {
  if (cause instanceof PreviewRefusedError) return 'refused';
  return final ? 'given-up' : 'failed';
}

/** Only constant messages: the log must not identify the site. */
const reasonOf = (cause: unknown): string | undefined =>
  cause instanceof PreviewRefusedError || cause instanceof NotAsked ? cause.message : undefined;
