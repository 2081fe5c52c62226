import { type AttachmentProcessed, attachmentProcessed } from '@duet/contracts';
import { Outbox, type Tx } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { Attachment, type KeptObject } from '../attachments/attachment.entity.js';
import { Clock } from '../clock.js';
import { CouplesService } from '../couples/couples.service.js';
import type { Format } from '../files/file-kind.js';
import { DoomedObjects } from '../storage/doomed-objects.service.js';
import { VoiceJob } from './voice-job.entity.js';

/** A worker that has not finished by then is dead: longer than any recording takes. */
const LEASE = 2 * 60_000;

const MAX_ATTEMPTS = 5;

const backoff = (attempts: number): number => 2_000 * 4 ** (attempts - 1);

/** A recording in a worker's hands. */
export interface Job {
  attachmentId: string;
  raw: KeptObject;
  format: Format;
  attempts: number;
}

/** What became of a recording. */
export interface Playable {
  object: KeptObject;
  duration: number;
  waveform: number[];
}

/** Recordings that wait to be made playable. Each is taken up again until that is done, or has failed often enough. */
@Injectable()
export class VoiceJobs {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CouplesService) private readonly couples: CouplesService,
    @Inject(DoomedObjects) private readonly doomed: DoomedObjects,
    @Inject(Outbox) private readonly outbox: Outbox,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /**
   * A job that is due, for this worker alone; others look past it. Only what a message refers to is due: whoever is told
   * of the outcome has that message already.
   */
  async claim(): Promise<Job | null> {
    const [[job]] = await this.database.query<[Job[], number]>(
      `UPDATE voice_jobs SET attempts = attempts + 1, next_attempt_at = $2
       WHERE attachment_id = (
         SELECT j.attachment_id FROM voice_jobs j JOIN attachments a ON a.id = j.attachment_id
         WHERE j.next_attempt_at <= $1 AND a.sent ORDER BY j.next_attempt_at LIMIT 1 FOR UPDATE OF j SKIP LOCKED)
       RETURNING attachment_id AS "attachmentId", raw, format, attempts`,
      [this.clock.now(), this.clock.in(LEASE)],
    );
    return job ?? null;
  }

  /** Puts what is playable, stored and verified, in the place of what was recorded, and tells it. */
  async finish(job: Job, { object, duration, waveform }: Playable): Promise<void> {
    await this.end(job, async (tx, { id, coupleId, ownerId, bytes }) => {
      await this.doomed.spare(tx, [object.name]);
      await tx.update(Attachment, { id }, { objects: { original: object }, bytes: object.bytes });
      await this.couples.add(tx, coupleId, object.bytes - bytes);
      await this.tell(tx, { attachmentId: id, userId: ownerId, chatId: coupleId, status: 'ready', mimeType: object.mimeType, size: object.bytes, duration, waveform });
    });
  }

  /** Again later, or, after some times, never. @returns whether it was the last time. */
  async retryLater(job: Job): Promise<boolean> {
    const { attachmentId, attempts, raw } = job;
    if (attempts < MAX_ATTEMPTS) {
      await this.database.manager.update(VoiceJob, { attachmentId, attempts }, { nextAttemptAt: this.clock.in(backoff(attempts)) });
      return false;
    }
    await this.end(job, async (tx, { id, coupleId, ownerId, bytes }) => {
      await tx.update(Attachment, { id }, { objects: {}, bytes: 0 });
      await this.couples.add(tx, coupleId, -bytes);
      await this.tell(tx, { attachmentId: id, userId: ownerId, chatId: coupleId, status: 'failed', mimeType: raw.mimeType, size: raw.bytes, duration: 0, waveform: [] });
    });
    return true;
  }

  /** Ends a job that is still this worker's, with the couple's row held as whoever erases holds it; a lost one changes nothing. */
  private async end({ attachmentId, attempts, raw }: Job, work: (tx: Tx, attachment: Attachment) => Promise<void>): Promise<void> {
    await this.database.transaction(async (tx) => {
      await tx.query('SELECT 1 FROM couples WHERE id = (SELECT couple_id FROM attachments WHERE id = $1) FOR UPDATE', [attachmentId]);
      const { affected } = await tx.delete(VoiceJob, { attachmentId, attempts });
      if (affected !== 1) return;
      await work(tx, await tx.findOneByOrFail(Attachment, { id: attachmentId }));
      await this.doomed.doom(tx, [raw.name]);
    });
    this.outbox.kick();
    this.doomed.kick();
  }

  private async tell(tx: Tx, fact: AttachmentProcessed): Promise<void> {
    await this.outbox.add(tx, attachmentProcessed, fact.chatId, fact);
  }
}
