import { randomUUID } from 'node:crypto';
import { type LinkPreviewView, type MessageFact, attachmentPath, previewMade } from '@duet/contracts';
import { AppError, Outbox, type Tx } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { v7 as uuid } from 'uuid';
import { Attachment, type KeptObject } from '../attachments/attachment.entity.js';
import { Clock } from '../clock.js';
import { CouplesService } from '../couples/couples.service.js';
import { DoomedObjects } from '../storage/doomed-objects.service.js';
import type { Looked } from './preview-maker.js';

/** A worker that has not finished by then is dead: longer than two looks and a picture take. */
const LEASE = 60_000;

const AGAIN_AFTER = 15_000;

/** So many links of one couple are looked at within this time. */
const AT_MOST = 30;
const WINDOW = 10 * 60_000;

const WANT = `
  INSERT INTO preview_jobs (message_id, couple_id, owner_id, next_attempt_at) VALUES ($1, $2, $3, $4)
  ON CONFLICT (message_id) DO UPDATE SET attempts = 0, lease = NULL, next_attempt_at = excluded.next_attempt_at`;

const CLAIM = `
  UPDATE preview_jobs SET attempts = attempts + 1, lease = $2, next_attempt_at = $3
  WHERE message_id = (SELECT message_id FROM preview_jobs WHERE next_attempt_at <= $1 ORDER BY next_attempt_at LIMIT 1 FOR UPDATE SKIP LOCKED)
  RETURNING message_id AS "messageId", couple_id AS "coupleId", owner_id AS "ownerId", attempts, lease`;

/** The window begins with the first look after the last one is over. */
const COUNT = `
  UPDATE couples SET previews = CASE WHEN previews_since <= $2 THEN 1 ELSE previews + 1 END, previews_since = CASE WHEN previews_since <= $2 THEN $3 ELSE previews_since END
  WHERE id = $1 AND active AND (previews_since <= $2 OR previews < ${AT_MOST})`;

const COUPLES_OF = 'SELECT id FROM couples WHERE member_a = $1 OR member_b = $1';

/** A link in a worker's hands. */
export interface Job {
  messageId: string;
  coupleId: string;
  ownerId: string;
  attempts: number;
  lease: string;
}

/** A page's picture, stored. */
export interface StoredPicture {
  object: KeptObject;
  width: number;
  height: number;
  blur: string;
}

/** Links that wait to be looked at. */
@Injectable()
export class PreviewJobs {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CouplesService) private readonly couples: CouplesService,
    @Inject(DoomedObjects) private readonly doomed: DoomedObjects,
    @Inject(Outbox) private readonly outbox: Outbox,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /** Also again: whoever is at it looks at a link that is not wanted any more. */
  async want({ messageId, chatId, actorId }: Pick<MessageFact, 'messageId' | 'chatId' | 'actorId'>): Promise<void> {
    await this.database.query(WANT, [messageId, chatId, actorId, this.clock.now()]);
  }

  /** A job that is due, for this worker alone; others look past it. */
  async claim(): Promise<Job | null> {
    const [[job]] = await this.database.query<[Job[], number]>(CLAIM, [this.clock.now(), randomUUID(), this.clock.in(LEASE)]);
    return job ?? null;
  }

  /** Counts one more look of this couple's. @returns false when there were too many lately, or they are no couple */
  async count({ coupleId }: Job): Promise<boolean> {
    const [, counted] = await this.database.query<[unknown[], number]>(COUNT, [coupleId, this.clock.in(-WINDOW), this.clock.now()]);
    return counted === 1;
  }

  /** Nothing is to be looked at any more. */
  async drop(job: Job): Promise<void> {
    await this.take(this.database.manager, job);
  }

  async cancel(messageId: string): Promise<void> {
    await this.database.query('DELETE FROM preview_jobs WHERE message_id = $1', [messageId]);
  }

  async cancelOfCouple(coupleId: string): Promise<void> {
    await this.database.query('DELETE FROM preview_jobs WHERE couple_id = $1', [coupleId]);
  }

  /** @returns what the person shared with others, as facts are ordered by it */
  async cancelOfPerson(userId: string): Promise<string[]> {
    const couples = (await this.database.query<{ id: string }[]>(COUPLES_OF, [userId])).map(({ id }) => id);
    await this.database.query('DELETE FROM preview_jobs WHERE owner_id = $1 OR couple_id = ANY($2)', [userId, couples]);
    return couples;
  }

  /** Again later, or, after so many attempts, never. @returns whether it was the last time */
  async retryLater(job: Job, attempts: number): Promise<boolean> {
    if (job.attempts >= attempts) {
      await this.drop(job);
      return true;
    }
    await this.database.query('UPDATE preview_jobs SET lease = NULL, next_attempt_at = $3 WHERE message_id = $1 AND lease = $2', [job.messageId, job.lease, this.clock.in(AGAIN_AFTER)]);
    return false;
  }

  /**
   * Tells what was found. The picture becomes a file of the couple's, which messaging is asked about like any other.
   * @returns false when the job is lost: then the picture is nobody's
   */
  async finish(job: Job, url: string, { siteName, title, description }: Looked, picture: StoredPicture | null): Promise<boolean> {
    const isOurs = await this.database.transaction(async (tx) => {
      await tx.query('SELECT 1 FROM couples WHERE id = $1 FOR UPDATE', [job.coupleId]);
      if (!(await this.take(tx, job))) return false;
      const image = picture && (await this.keep(tx, job, picture));
      const preview: LinkPreviewView = { url, siteName, title, description, ...(image && { image }) };
      await this.outbox.add(tx, previewMade, job.coupleId, { messageId: job.messageId, chatId: job.coupleId, userId: job.ownerId, preview });
      return true;
    });
    this.outbox.kick();
    return isOurs;
  }

  private async take(tx: Tx, { messageId, lease }: Job): Promise<boolean> {
    const [, taken] = await tx.query<[unknown[], number]>('DELETE FROM preview_jobs WHERE message_id = $1 AND lease = $2', [messageId, lease]);
    return taken === 1;
  }

  /** @returns null where there is no room for it */
  private async keep(tx: Tx, { coupleId, ownerId }: Job, { object, width, height, blur }: StoredPicture): Promise<LinkPreviewView['image'] | null> {
    try {
      await this.couples.take(tx, coupleId, object.bytes);
    } catch (cause) {
      if (cause instanceof AppError && (cause.code === 'QUOTA_EXCEEDED' || cause.code === 'NO_PARTNER')) return null;
      throw cause;
    }
    await this.doomed.spare(tx, [object.name]);
    const id = uuid();
    await tx.insert(Attachment, { id, coupleId, ownerId, kind: 'image', filename: 'preview.webp', objects: { original: object }, bytes: object.bytes, createdAt: this.clock.now() });
    return { id, url: attachmentPath(id), width, height, blur };
  }
}
