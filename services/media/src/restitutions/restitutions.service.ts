import { randomBytes, randomUUID } from 'node:crypto';
import { LIMITS, type RestitutionView, restitutionReady } from '@duet/contracts';
import { Clock, DAY, KeySet, RESTITUTION_LINK, Transactions, type UnitOfWork, verifySigned } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, MoreThan } from 'typeorm';
import { lockUser } from '../avatars/avatar.queries.js';
import { DataKeys } from '../sealing/data-keys.service.js';
import type { StoredObject } from '../sealing/sealed-objects.js';
import { ObjectDeletionQueue } from '../storage/object-deletion-queue.js';
import { Restitution } from './restitution.entity.js';
import { deleteExpiredRestitutions, deleteRestitutionsOfUser } from './restitution.queries.js';

/** A new random object name without slashes. */
export const newRestitutionName = (): string => `restitution-${randomBytes(16).toString('hex')}.zip`;

/** A member of a purged couple. */
export interface FormerMember {
  coupleId: string;
  userId: string;
}

/** The stored restitutions: recorded, listed, deleted after a year or with the account. No other ending of trust ends them. */
@Injectable()
export class RestitutionsService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(Transactions) private readonly transactions: Transactions,
    @Inject(ObjectDeletionQueue) private readonly deletions: ObjectDeletionQueue,
    @Inject(DataKeys) private readonly keys: DataKeys,
    @Inject(KeySet) private readonly signers: KeySet,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /** Whether the member has got back what was theirs. */
  async isRecorded({ coupleId, userId }: FormerMember): Promise<boolean> {
    return this.database.manager.existsBy(Restitution, { coupleId, userId });
  }

  /** Makes a stored ZIP the member's. It is deleted when another worker was first, or the account was deleted meanwhile. */
  async record(member: FormerMember, { name, bytes }: Pick<StoredObject, 'name' | 'bytes'>): Promise<void> {
    const { userId } = member;
    await this.transactions.run(async (unit) => {
      await lockUser(unit.tx, [userId]);
      const isErased = await this.keys.areAnyDestroyed(unit.tx, 'user', [userId]);
      if (isErased || (await unit.tx.existsBy(Restitution, { ...member })))
        return this.deletions.enqueueIn(unit, [name]);
      await this.deletions.cancel(unit.tx, [name]);
      const id = randomUUID();
      const readyAt = this.clock.now();
      await unit.tx.insert(Restitution, {
        id,
        ...member,
        key: name,
        bytes: String(bytes),
        readyAt,
        expiresAt: new Date(readyAt.getTime() + LIMITS.restitutionDays * DAY),
      });
      await unit.record(restitutionReady, userId, { restitutionId: id, userId });
    });
  }

  /** The user's restitutions, the newest first. */
  async list(userId: string): Promise<RestitutionView[]> {
    const rows = await this.database.manager.find(Restitution, {
      where: { userId, expiresAt: MoreThan(this.clock.now()) },
      order: { readyAt: 'DESC', id: 'ASC' },
    });
    return rows.map(({ id, bytes, readyAt, expiresAt }) => ({
      _id: id,
      size: Number(bytes),
      readyAt: readyAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
    }));
  }

  /** The ZIP of a link; null for a forged or expired link, for another user's restitution and for a deleted one. */
  async find(link: string): Promise<(StoredObject & { readyAt: Date }) | null> {
    const named = this.restitutionOf(link);
    const row =
      named &&
      (await this.database.manager.findOneBy(Restitution, { ...named, expiresAt: MoreThan(this.clock.now()) }));
    return row && { name: row.key, bytes: Number(row.bytes), sealed: true, readyAt: row.readyAt };
  }

  /** Deletes what a deleted user had got back, and the key: a worker may be about to record more. */
  async erase(userId: string): Promise<void> {
    await this.transactions.run(async (unit) => {
      await lockUser(unit.tx, [userId]);
      await this.keys.destroy(unit.tx, 'user', [userId]);
      await this.remove(unit, await deleteRestitutionsOfUser(unit.tx, [userId]));
    });
  }

  async deleteExpired(): Promise<void> {
    await this.transactions.run(async (unit) =>
      this.remove(unit, await deleteExpiredRestitutions(unit.tx, [this.clock.now()])),
    );
  }

  private restitutionOf(link: string): { id: string; userId: string } | null {
    try {
      const { sub, about } = verifySigned(this.signers, link, RESTITUTION_LINK, this.clock.untested());
      return sub !== undefined && typeof about === 'string' ? { id: about, userId: sub } : null;
    } catch {
      return null;
    }
  }

  private async remove(unit: UnitOfWork, deleted: readonly { key: string }[]): Promise<void> {
    await this.deletions.enqueueIn(
      unit,
      deleted.map(({ key }) => key),
    );
  }
}
