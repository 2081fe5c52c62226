import { type LinkPreviewView, type PublishedMessage, attachmentPath, previewMade } from '@duet/contracts';
import { AppError, Clock, type Job, type JobQueue, Jobs, Transactions, type Tx } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { v7 as uuid } from 'uuid';
import { Attachment, type ObjectInfo } from '../attachments/attachment.entity.js';
import { Couple } from '../couples/couple.entity.js';
import { lockCouple } from '../couples/couple.queries.js';
import { CouplesService } from '../couples/couples.service.js';
import { ObjectDeletionQueue } from '../storage/object-deletion-queue.js';
import { cancelPreviewsOfUser, countPreview } from './preview.queries.js';
import type { PagePreview } from './preview-maker.js';

/** Lease in milliseconds; longer than two requests and a picture take. */
const LEASE = 60_000;

const AGAIN_AFTER = 15_000;

/** Length of the window of the preview limit in milliseconds. */
const WINDOW = 10 * 60_000;

/** A message whose link is to be fetched. The job's key is the message's id, its subject the couple's; messaging returns the link when the job runs. */
export interface QueuedPreview {
  /** The sender. */
  ownerId: string;
}

export type PreviewJob = Job<QueuedPreview>;

/** The stored picture of a page. */
export interface StoredPicture {
  object: ObjectInfo;
  width: number;
  height: number;
  blur: string;
}

/** The queue of link previews, and their results. */
@Injectable()
export class PreviewJobs {
  readonly queue: JobQueue<QueuedPreview>;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CouplesService) private readonly couples: CouplesService,
    @Inject(ObjectDeletionQueue) private readonly deletions: ObjectDeletionQueue,
    @Inject(Transactions) private readonly transactions: Transactions,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(Jobs) jobs: Jobs,
  ) {
    this.queue = jobs.queue({ name: 'preview', lease: LEASE, backoff: () => AGAIN_AFTER });
  }

  /** Queues a preview; a running job is restarted, because its link is outdated. */
  async want({
    messageId,
    chatId,
    actorId,
  }: Pick<PublishedMessage, 'messageId' | 'chatId' | 'actorId'>): Promise<void> {
    const job = { key: messageId, subject: chatId, payload: { ownerId: actorId } };
    await this.queue.add(this.database.manager, [job], 'restart');
  }

  /** Counts one more preview of the couple. @returns false beyond the limit, or without an active couple */
  async count({ subject }: PreviewJob): Promise<boolean> {
    const counted = await countPreview(this.database, [subject, this.clock.in(-WINDOW), this.clock.now()]);
    return counted === 1;
  }

  async cancel(messageId: string): Promise<void> {
    await this.queue.cancel(this.database.manager, [messageId]);
  }

  async cancelOfCouple(coupleId: string): Promise<void> {
    await this.queue.cancelSubject(this.database.manager, coupleId);
  }

  /** @returns the user's couples, which are the keys of their events */
  async cancelOfPerson(userId: string): Promise<string[]> {
    const where = [{ memberA: userId }, { memberB: userId }];
    const couples = (await this.database.manager.find(Couple, { select: { id: true }, where })).map(({ id }) => id);
    await cancelPreviewsOfUser(this.database, [userId, couples]);
    return couples;
  }

  /**
   * Publishes the preview. Its picture becomes a staged attachment of the couple.
   * @returns false when the job was lost: then the picture is deleted later
   */
  async finish(
    job: PreviewJob,
    url: string,
    { siteName, title, description }: PagePreview,
    picture: StoredPicture | null,
  ): Promise<boolean> {
    const [coupleId, ownerId] = [job.subject ?? '', job.payload.ownerId];
    return this.transactions.run(async (unit) => {
      await lockCouple(unit.tx, [coupleId]);
      if (!(await this.queue.complete(job, unit.tx))) return false;
      const image = picture && (await this.addPicture(unit.tx, coupleId, ownerId, picture));
      const preview: LinkPreviewView = { url, siteName, title, description, ...(image && { image }) };
      await unit.record(previewMade, coupleId, {
        messageId: job.key,
        chatId: coupleId,
        userId: ownerId,
        preview,
      });
      return true;
    });
  }

  /** @returns null when the quota is exceeded or the couple has ended */
  private async addPicture(
    tx: Tx,
    coupleId: string,
    ownerId: string,
    { object, width, height, blur }: StoredPicture,
  ): Promise<LinkPreviewView['image'] | null> {
    try {
      await this.couples.reserveBytes(tx, coupleId, object.bytes);
    } catch (cause) {
      if (cause instanceof AppError && (cause.code === 'QUOTA_EXCEEDED' || cause.code === 'NO_PARTNER')) return null;
      throw cause;
    }
    await this.deletions.cancel(tx, [object.name]);
    const id = uuid();
    await tx.insert(Attachment, {
      id,
      coupleId,
      ownerId,
      kind: 'image',
      filename: 'preview.webp',
      objects: { original: object },
      sealed: true,
      bytes: object.bytes,
      createdAt: this.clock.now(),
    });
    return { id, url: attachmentPath(id), width, height, blur };
  }
}
