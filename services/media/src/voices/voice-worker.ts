import { join } from 'node:path';
import { Health, type JobPool, Jobs, toAppError } from '@duet/service-kit';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Counter } from 'prom-client';
import { newObjectName } from '../attachments/attachment.objects.js';
import { AttachmentsService } from '../attachments/attachments.service.js';
import { DataKeys } from '../sealing/data-keys.service.js';
import { SealedObjects } from '../sealing/sealed-objects.js';
import { ObjectDeletionQueue } from '../storage/object-deletion-queue.js';
import { UploadFolder } from '../uploads/upload-folder.js';
import { VoiceJobs } from './voice-jobs.service.js';
import { type UploadedRecording, type VoiceJob, VoiceQueue } from './voice-queue.js';
import { makePlayable } from './voice-recording.js';

const POLL_EVERY = 2_000;

/** Concurrent conversions of one process. */
const AT_ONCE = 2;

/** Attempts when the encoder fails. */
const MAX_ATTEMPTS = 5;

/** Attempts while the object store or the disk fails: some days. */
const MAX_OF_OURS = 500;

/** Converts recordings, a few at a time. When its process dies, another replica takes the job over after the lease. */
@Injectable()
export class VoiceWorker implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly outcomes: Counter<'outcome'>;
  private readonly pool: JobPool<UploadedRecording>;

  constructor(
    @Inject(VoiceQueue) queue: VoiceQueue,
    @Inject(Jobs) jobs: Jobs,
    @Inject(VoiceJobs) private readonly voices: VoiceJobs,
    @Inject(SealedObjects) private readonly objects: SealedObjects,
    @Inject(DataKeys) private readonly keys: DataKeys,
    @Inject(ObjectDeletionQueue) private readonly deletions: ObjectDeletionQueue,
    @Inject(UploadFolder) private readonly folder: UploadFolder,
    @Inject(AttachmentsService) attachments: AttachmentsService,
    @Inject(Health) health: Health,
  ) {
    this.outcomes = new Counter({
      name: 'duet_voice_notes_total',
      help: 'Voice notes by outcome',
      labelNames: ['outcome'],
      registers: [health.metrics],
    });
    this.pool = jobs.pool({
      queue: queue.jobs,
      atOnce: AT_ONCE,
      pollEvery: POLL_EVERY,
      work: (job, signal) => this.convert(job, signal),
      attemptsAfter: (cause) => (toAppError(cause).code === 'UNAVAILABLE' ? MAX_OF_OURS : MAX_ATTEMPTS),
      giveUp: (job) => this.voices.giveUp(job),
      onFailure: (final) => this.outcomes.inc({ outcome: final ? 'given-up' : 'failed' }),
      describe: (err, { key }) => ({ err, attachmentId: key }),
    });
    attachments.onSent(() => this.kick());
  }

  onApplicationBootstrap(): void {
    this.pool.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.pool.stop();
  }

  kick(): void {
    this.pool.kick();
  }

  /** Queues the object's deletion before it stores it; the transaction that refers to it cancels that. */
  private async convert(job: VoiceJob, signal: AbortSignal): Promise<void> {
    const { raw: recorded, sealed, format } = job.payload;
    await this.folder.lend(async (folder) => {
      const [raw, made] = [join(folder, 'raw'), join(folder, 'made.m4a')];
      const key = await this.keys.of('couple', job.subject ?? '');
      if (!key) throw new Error('the data key of the couple is destroyed');
      await this.objects.fetchFile({ ...recorded, sealed }, raw, recorded.sha256);
      const { file, duration, waveform } = await makePlayable(raw, format, made, signal);
      const name = newObjectName();
      await this.deletions.reserve([name]);
      await this.objects.putFile(name, file, key);
      const { bytes, sha256, mimeType } = file;
      await this.voices.finish(job, { object: { name, bytes, sha256, mimeType }, duration, waveform });
      this.outcomes.inc({ outcome: 'ready' });
    });
  }
}
