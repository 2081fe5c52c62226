import type { AttachmentKind, AttachmentVariant, FileOwner } from '@duet/contracts';
import { AppError, Clock, Transactions, type UnitOfWork } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, In } from 'typeorm';
import { lockCouplesOf, readDesertedCouples } from '../couples/couple.queries.js';
import { CouplesService } from '../couples/couples.service.js';
import { addErasedUser } from '../erasures/erased-user.queries.js';
import { DataKeys } from '../sealing/data-keys.service.js';
import type { StoredObject } from '../sealing/sealed-objects.js';
import { ObjectDeletionQueue } from '../storage/object-deletion-queue.js';
import { Attachment, type ObjectInfo } from './attachment.entity.js';
import {
  ERASE_STEP,
  type ErasureStatements,
  type VisibleAttachment,
  eraseByIds,
  eraseOfCouple,
  eraseOfEntity,
  eraseOfOwner,
  eraseOwnStaged,
  eraseStaged,
  markSent,
  readVisible,
} from './attachment.queries.js';
import { namesOf } from './attachment.objects.js';
import { DetailsReader } from './file-details.js';
import { References } from './references.js';

/** A file that the user may load now. */
export interface OpenAttachment {
  id: string;
  kind: AttachmentKind;
  filename: string;
  object: ObjectInfo;
  sealed: boolean;
}

/** An attachment as an export contains it. */
export interface Original {
  filename: string;
  object: StoredObject;
}

/** The life cycle of attachments: staged, sent, erased. */
@Injectable()
export class AttachmentsService {
  private readonly sentListeners: (() => void)[] = [];

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(Transactions) private readonly transactions: Transactions,
    @Inject(ObjectDeletionQueue) private readonly deletions: ObjectDeletionQueue,
    @Inject(DataKeys) private readonly keys: DataKeys,
    @Inject(References) private readonly references: References,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(CouplesService) private readonly couples: CouplesService,
  ) {
    couples.onPurge((coupleId) => this.eraseOfCouple(coupleId));
  }

  /** Finds a variant for a download. @throws AppError NOT_FOUND also for a file of other people */
  async open(userId: string, id: string, variant: AttachmentVariant): Promise<OpenAttachment> {
    const [found] = await this.visible(userId, [id]);
    const object = found?.objects[variant];
    if (!found || !object) throw new AppError('NOT_FOUND');
    return { id, kind: found.kind, filename: found.filename, object, sealed: found.sealed };
  }

  /** Those of `ids` that the user may load now. */
  async visibleIds(userId: string, ids: readonly string[]): Promise<string[]> {
    return (await this.visible(userId, ids)).map(({ id }) => id);
  }

  /** The original objects by attachment id, for an export. */
  async originals(ids: readonly string[]): Promise<Map<string, Original>> {
    const rows = await this.database.manager.findBy(Attachment, { id: In(ids) });
    const reader = new DetailsReader(this.keys);
    const originals = new Map<string, Original>();
    for (const row of rows) {
      const { id, objects, sealed } = row;
      const filename = (await reader.open(row))?.filename ?? row.filename;
      if (objects.original) originals.set(id, { filename, object: { ...objects.original, sealed } });
    }
    return originals;
  }

  /** Whether the user belongs to this active couple. */
  async isMember(userId: string, coupleId: string): Promise<boolean> {
    return (await this.couples.findActiveCouple(userId)) === coupleId;
  }

  /** Calls `listener` after attachments became part of a message or an entity; call it in a constructor. */
  onSent(listener: () => void): void {
    this.sentListeners.push(listener);
  }

  /** Marks attachments that a message or an entity refers to. */
  async markSent(ids: readonly string[]): Promise<void> {
    await markSent(this.database, [ids, this.clock.now()]);
    for (const listener of this.sentListeners) listener();
  }

  /** Erases the user's staged files among `ids`, whose upload led to no message. */
  async discard(userId: string, ids: readonly string[]): Promise<void> {
    await this.erase(eraseOwnStaged, [ids, userId]);
  }

  /** Erases files whose messages were deleted. */
  async eraseByIds(ids: readonly string[]): Promise<void> {
    await this.erase(eraseByIds, [ids]);
  }

  /** Erases files that an entity no longer refers to. */
  async eraseOfEntity({ type, id }: FileOwner, ids: readonly string[]): Promise<void> {
    await this.erase(eraseOfEntity, [ids, type, id]);
  }

  /** Erases those of `ids` that are still staged. */
  async eraseStaged(ids: readonly string[]): Promise<void> {
    await this.erase(eraseStaged, [ids]);
  }

  private async eraseOfCouple(coupleId: string): Promise<void> {
    await this.erase(eraseOfCouple, [coupleId]);
  }

  /** Locks the user's couples: a concurrent upload is either erased here or finds the user erased. */
  async eraseOfPerson(userId: string): Promise<void> {
    await this.database.transaction(async (tx) => {
      await lockCouplesOf(tx, [userId]);
      await addErasedUser(tx, [userId]);
      await this.keys.destroy(tx, 'user', [userId]);
      const deserted = await readDesertedCouples(tx, [userId]);
      await this.keys.destroy(
        tx,
        'couple',
        deserted.map(({ id }) => id),
      );
    });
    await this.erase(eraseOfOwner, [userId]);
  }

  /** A client may receive a message before media consumes its event, so messaging is asked about unsent files. */
  private async visible(userId: string, ids: readonly string[]): Promise<VisibleAttachment[]> {
    const rows = await readVisible(this.database, [ids, userId]);
    const unknown = rows.filter(({ known }) => !known).map(({ id }) => id);
    if (unknown.length === 0) return rows;
    const used = await this.references.findUsed(unknown);
    await this.markSent(used);
    return rows.filter(({ id, known }) => known || used.includes(id));
  }

  private async erase(erasure: ErasureStatements, values: unknown[]): Promise<void> {
    for (let erased = ERASE_STEP; erased === ERASE_STEP;)
      erased = await this.transactions.run((unit) => this.eraseSome(unit, erasure, values));
  }

  /** Locks the couples' rows first, as uploads do, so that rows, deletion jobs and quota change together. */
  private async eraseSome(unit: UnitOfWork, { lock, erase }: ErasureStatements, values: unknown[]): Promise<number> {
    await lock(unit.tx, values);
    const erased = await erase(unit.tx, values);
    await this.deletions.enqueueIn(
      unit,
      erased.flatMap(({ objects, raw }) => [...namesOf(objects), ...(raw ? [raw.name] : [])]),
    );
    for (const [coupleId, rows] of Map.groupBy(erased, (row) => row.coupleId)) {
      const bytes = rows.reduce((sum, row) => sum + row.bytes, 0);
      await this.couples.addBytes(unit.tx, coupleId, -bytes);
    }
    return erased.length;
  }
}
