import { join } from 'node:path';
import { Health, LOGGER, type Log, requestContext } from '@duet/service-kit';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Counter } from 'prom-client';
import { newObjectName } from '../attachments/attachment.objects.js';
import { DoomedObjects } from '../storage/doomed-objects.service.js';
import { ObjectStore } from '../storage/object-store.js';
import { UploadFolder } from '../uploads/upload-folder.js';
import { Hands } from '../work/hands.js';
import { type Job, VoiceJobs } from './voice-jobs.service.js';
import { makePlayable } from './voice-recording.js';

const LOOK_EVERY = 2_000;

/** Recordings in work at once. */
const AT_ONCE = 2;

/** Makes voice notes playable, a few at a time. Whatever it dies of, somebody takes the job up again when its lease has run out. */
@Injectable()
export class VoiceWorker implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly outcomes: Counter<'outcome'>;
  private readonly hands: Hands<Job>;

  constructor(
    @Inject(VoiceJobs) private readonly jobs: VoiceJobs,
    @Inject(ObjectStore) private readonly store: ObjectStore,
    @Inject(DoomedObjects) private readonly doomed: DoomedObjects,
    @Inject(UploadFolder) private readonly folder: UploadFolder,
    @Inject(LOGGER) private readonly log: Log,
    @Inject(Health) health: Health,
  ) {
    this.outcomes = new Counter({ name: 'duet_voice_notes_total', help: 'Voice notes by outcome', labelNames: ['outcome'], registers: [health.metrics] });
    this.hands = new Hands({
      atOnce: AT_ONCE,
      lookEvery: LOOK_EVERY,
      claim: () => this.jobs.claim(),
      attempt: (job) => requestContext.run({ requestId: job.attachmentId }, () => this.attempt(job)),
      onFailure: (cause) => this.log.warn({ err: cause }, 'voice notes cannot be looked for right now'),
    });
  }

  onApplicationBootstrap(): void {
    this.hands.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.hands.stop();
  }

  /** Looks for jobs now, as far as there is a hand free. */
  kick(): void {
    this.hands.kick();
  }

  private async attempt(job: Job): Promise<void> {
    try {
      await this.convert(job);
      this.outcomes.inc({ outcome: 'ready' });
    } catch (cause) {
      if (this.hands.signal.aborted) return;
      const final = await this.jobs.retryLater(job);
      this.log.warn({ err: cause, attachmentId: job.attachmentId, attempt: job.attempts, final }, 'a voice note could not be made playable');
      this.outcomes.inc({ outcome: final ? 'given-up' : 'failed' });
    }
  }

  /** The object is doomed before it is stored and spared by the row that refers to it. */
  private async convert(job: Job): Promise<void> {
    await this.folder.lend(async (folder) => {
      const [raw, made] = [join(folder, 'raw'), join(folder, 'made.m4a')];
      await this.store.fetchFile(job.raw.name, raw, job.raw.sha256);
      const { file, duration, waveform } = await makePlayable(raw, job.format, made, this.hands.signal);
      const name = newObjectName();
      await this.doomed.reserve([name]);
      await this.store.putFile(name, file, file.mimeType);
      const { bytes, sha256, mimeType } = file;
      await this.jobs.finish(job, { object: { name, bytes, sha256, mimeType }, duration, waveform });
    });
  }
}
