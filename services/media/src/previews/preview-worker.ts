import { Health, LOGGER, type Log, requestContext } from '@duet/service-kit';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Counter } from 'prom-client';
import { newObjectName } from '../attachments/attachment.objects.js';
import { References } from '../attachments/references.js';
import { MediaConfig } from '../config.js';
import type { PagePicture } from '../images/page-picture.js';
import { DoomedObjects } from '../storage/doomed-objects.service.js';
import { ObjectStore } from '../storage/object-store.js';
import { UploadFolder } from '../uploads/upload-folder.js';
import { Hands } from '../work/hands.js';
import { type Job, PreviewJobs, type StoredPicture } from './preview-jobs.service.js';
import { PreviewMaker } from './preview-maker.js';
import { Refusal } from './site-address.js';

const LOOK_EVERY = 2_000;

/** Sites looked at at once: they mostly let one wait. */
const AT_ONCE = 4;

/** So often a site is asked, and so often messaging that is away. */
const OF_A_SITE = 2;
const OF_OURS = 20;

/** No site has been asked yet. */
class NotAsked extends Error {}

type Outcome = 'made' | 'unwanted' | 'limited' | 'refused' | 'failed' | 'given-up' | 'lost';

/** Looks at links, a few at a time, and tells of them what can be shown. Neither addresses nor what stands there get into the log. */
@Injectable()
export class PreviewWorker implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly outcomes: Counter<'outcome'>;
  private readonly hands: Hands<Job>;

  constructor(
    @Inject(MediaConfig) private readonly config: MediaConfig,
    @Inject(PreviewJobs) private readonly jobs: PreviewJobs,
    @Inject(PreviewMaker) private readonly maker: PreviewMaker,
    @Inject(References) private readonly references: References,
    @Inject(ObjectStore) private readonly store: ObjectStore,
    @Inject(DoomedObjects) private readonly doomed: DoomedObjects,
    @Inject(UploadFolder) private readonly folder: UploadFolder,
    @Inject(LOGGER) private readonly log: Log,
    @Inject(Health) health: Health,
  ) {
    this.outcomes = new Counter({ name: 'duet_link_previews_total', help: 'Links looked at by outcome', labelNames: ['outcome'], registers: [health.metrics] });
    this.hands = new Hands({
      atOnce: AT_ONCE,
      lookEvery: LOOK_EVERY,
      claim: () => this.jobs.claim(),
      attempt: (job, signal) => requestContext.run({ requestId: job.messageId }, () => this.attempt(job, signal)),
      onFailure: (cause) => this.log.warn({ err: cause }, 'links cannot be looked for right now'),
    });
  }

  onApplicationBootstrap(): void {
    if (this.config.LINK_PREVIEWS === 'on') this.hands.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.hands.stop();
  }

  /** Looks for jobs now, as far as there is a hand free. */
  kick(): void {
    if (this.config.LINK_PREVIEWS === 'on') this.hands.kick();
  }

  private async attempt(job: Job, signal: AbortSignal): Promise<void> {
    try {
      const outcome = await this.look(job, signal);
      this.outcomes.inc({ outcome });
    } catch (cause) {
      if (signal.aborted) return;
      const outcome = await this.fail(job, cause);
      this.log.info({ messageId: job.messageId, outcome, reason: cause instanceof Refusal || cause instanceof NotAsked ? cause.message : undefined }, 'a link has no preview');
      this.outcomes.inc({ outcome });
    }
  }

  private async look(job: Job, signal: AbortSignal): Promise<Outcome> {
    const url = await this.references.linkOf(job.messageId).catch((cause: unknown) => {
      throw new NotAsked('messaging does not say which link it is', { cause });
    });
    if (url === null) return this.end(job, 'unwanted');
    if (!(await this.jobs.count(job))) return this.end(job, 'limited');
    return this.folder.lend(async (folder) => {
      const looked = await this.maker.look(url, folder, signal);
      const picture = looked.picture && (await this.keep(looked.picture));
      return (await this.jobs.finish(job, url, looked, picture)) ? 'made' : 'lost';
    });
  }

  private async end(job: Job, outcome: Outcome): Promise<Outcome> {
    await this.jobs.drop(job);
    return outcome;
  }

  /** Only what may be better next time gets a next time. */
  private async fail(job: Job, cause: unknown): Promise<Outcome> {
    if (cause instanceof Refusal) return this.end(job, 'refused');
    return (await this.jobs.retryLater(job, cause instanceof NotAsked ? OF_OURS : OF_A_SITE)) ? 'given-up' : 'failed';
  }

  /** The object is doomed before it is stored and spared by the row that refers to it. */
  private async keep({ file, width, height, blur }: PagePicture): Promise<StoredPicture> {
    const name = newObjectName();
    await this.doomed.reserve([name]);
    await this.store.putFile(name, file, file.mimeType);
    const { bytes, sha256, mimeType } = file;
    return { object: { name, bytes, sha256, mimeType }, width, height, blur };
  }
}
