import { type AttachmentProcessed, attachmentProcessed, fileProcessed } from '@duet/contracts';
import { Transactions, type UnitOfWork } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { Attachment, type ObjectInfo } from '../attachments/attachment.entity.js';
import { type FileDetails, DetailsReader, sealDetails } from '../attachments/file-details.js';
import { CouplesService } from '../couples/couples.service.js';
import { DataKeys } from '../sealing/data-keys.service.js';
import { ObjectDeletionQueue } from '../storage/object-deletion-queue.js';
import { lockCoupleOfAttachment } from './voice.queries.js';
import { type VoiceJob, VoiceQueue } from './voice-queue.js';

/** The converted recording. */
export interface Playable {
  object: ObjectInfo;
  duration: number;
  waveform: number[];
}

/** Stores the outcome of a voice job: a playable voice note, or a failure. */
@Injectable()
export class VoiceJobs {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(DataKeys) private readonly keys: DataKeys,
    @Inject(Transactions) private readonly transactions: Transactions,
    @Inject(CouplesService) private readonly couples: CouplesService,
    @Inject(ObjectDeletionQueue) private readonly deletions: ObjectDeletionQueue,
    @Inject(VoiceQueue) private readonly queue: VoiceQueue,
  ) {}

  /** Replaces the recording by the stored and verified voice note, and publishes the outcome. */
  async finish(job: VoiceJob, { object, duration, waveform }: Playable): Promise<void> {
    const { mimeType, bytes: size } = object;
    const described = await this.describe(job, { mimeType, duration, waveform });
    await this.end(job, async (unit, attachment) => {
      await this.deletions.cancel(unit.tx, [object.name]);
      const changed = { objects: { original: object }, sealed: true, bytes: size, ...described };
      await unit.tx.update(Attachment, { id: attachment.id }, changed);
      await this.couples.addBytes(unit.tx, attachment.coupleId, size - attachment.bytes);
      await publish(unit, attachment, { status: 'ready', mimeType, size, duration, waveform });
    });
  }

  /** Gives up a recording that cannot be converted, and publishes that. */
  async giveUp(job: VoiceJob): Promise<void> {
    const { mimeType, bytes: size } = job.payload.raw;
    await this.end(job, async (unit, attachment) => {
      await unit.tx.update(Attachment, { id: attachment.id }, { objects: {}, sealed: true, bytes: 0 });
      await this.couples.addBytes(unit.tx, attachment.coupleId, -attachment.bytes);
      await publish(unit, attachment, { status: 'failed', mimeType, size, duration: 0, waveform: [] });
    });
  }

  /** The sealed details of an entity's voice note; nothing for a message's, which messaging describes. */
  private async describe(
    { key: id }: VoiceJob,
    outcome: Pick<FileDetails, 'mimeType' | 'duration' | 'waveform'>,
  ): Promise<{ details?: Buffer }> {
    const row = await this.database.manager.findOneBy(Attachment, { id });
    const details = row && (await new DetailsReader(this.keys).open(row));
    const key = row && details && (await this.keys.of('couple', row.coupleId));
    return key ? { details: sealDetails({ ...details, ...outcome }, key, id) } : {};
  }

  /** Completes the job with the couple's row locked, as erasures lock it. A lost job changes nothing. */
  private async end(job: VoiceJob, work: (unit: UnitOfWork, attachment: Attachment) => Promise<void>): Promise<void> {
    await this.transactions.run(async (unit) => {
      await lockCoupleOfAttachment(unit.tx, [job.key]);
      if (!(await this.queue.jobs.complete(job, unit.tx))) return;
      await work(unit, await unit.tx.findOneByOrFail(Attachment, { id: job.key }));
      await this.deletions.enqueueIn(unit, [job.payload.raw.name]);
    });
  }
}

/** The event of an entity's file names it and says nothing of the recording, which may be sealed. */
function publish(
  unit: UnitOfWork,
  { id, coupleId, ownerId, ownerType, entityId }: Attachment,
  outcome: Pick<AttachmentProcessed, 'status' | 'mimeType' | 'size' | 'duration' | 'waveform'>,
): Promise<void> {
  if (ownerType !== null && entityId !== null)
    return unit.record(fileProcessed, coupleId, { owner: { type: ownerType, id: entityId, coupleId }, fileId: id });
  return unit.record(attachmentProcessed, coupleId, {
    attachmentId: id,
    userId: ownerId,
    chatId: coupleId,
    ...outcome,
  });
}
