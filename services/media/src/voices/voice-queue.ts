import { type Job, type JobQueue, Jobs, type Tx } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { ObjectInfo } from '../attachments/attachment.entity.js';
import type { Format } from '../files/file-kind.js';

/** A recording to be converted. The job's key is the attachment's id, its subject the couple's. */
export interface UploadedRecording {
  /** The uploaded recording. */
  raw: ObjectInfo;
  /** False for a recording from before objects were sealed. */
  sealed: boolean;
  /** The container format. */
  format: Format;
}

export type VoiceJob = Job<UploadedRecording>;

/** Lease and longest back-off in milliseconds. */
const LEASE = 2 * 60_000;
const LONGEST_PAUSE = 10 * 60_000;

/** Due time of a recording that no message refers to yet. */
const UNSENT = new Date('9999-12-31T00:00:00Z');

/** The queue of recordings to convert. A job becomes due when a message refers to its attachment, so that clients get the outcome. */
@Injectable()
export class VoiceQueue {
  readonly jobs: JobQueue<UploadedRecording>;

  constructor(@Inject(Jobs) jobs: Jobs) {
    this.jobs = jobs.queue({
      name: 'voice',
      lease: LEASE,
      backoff: (attempts) => Math.min(2_000 * 4 ** (attempts - 1), LONGEST_PAUSE),
    });
  }

  /** Call in the transaction that stages the attachment. */
  async add(tx: Tx, attachmentId: string, coupleId: string, recording: UploadedRecording): Promise<void> {
    await this.jobs.add(tx, [{ key: attachmentId, subject: coupleId, payload: recording, due: UNSENT }]);
  }
}
