import { AppError, KnownPerson, type Tx, VersionWaiter, isAnyDeparted } from '@duet/service-kit';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, MoreThanOrEqual } from 'typeorm';
import { Couple } from './couple.entity.js';

/** A member of an active couple, and the other one. */
export interface Membership {
  coupleId: string;
  userId: string;
  partnerId: string;
  timezone: string;
}

/** Answers who shares capsules with whom. */
@Injectable()
export class CouplesService {
  private readonly versions = new VersionWaiter((id, version) =>
    this.database.manager.existsBy(Couple, { id, version: MoreThanOrEqual(version) }),
  );

  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** Resolves once this version of the couple is applied here. @throws AppError TIMEOUT */
  waitForVersion(coupleId: string, version: number): Promise<void> {
    return this.versions.wait(coupleId, version);
  }

  /** Wakes calls that wait for a version of this couple. Call after the commit. */
  announceVersion(coupleId: string): void {
    this.versions.announce(coupleId);
  }

  /** The id of a person as exports name them: null once the person is erased. Media never finishes an export that names them. */
  async authorOf(userId: string): Promise<string | null> {
    return (await this.database.manager.existsBy(KnownPerson, { id: userId })) ? userId : null;
  }

  /** The person's active couple, or null. */
  async currentMembership(userId: string): Promise<Membership | null> {
    return this.read(this.database.manager, userId, false);
  }

  /** @throws AppError NO_PARTNER */
  async findMembership(userId: string): Promise<Membership> {
    return required(await this.currentMembership(userId));
  }

  /**
   * Locks the couple until commit, so that no write lands in a couple that has ended meanwhile. The couple ends with the
   * account of a member, also before its unlink arrives: the erasure locks the couple as well, so it finds what this
   * transaction writes, or has left its tombstone before.
   * @throws AppError NO_PARTNER
   */
  async lockMembership(tx: Tx, userId: string): Promise<Membership> {
    const membership = required(await this.read(tx, userId, true));
    if (await isAnyDeparted(tx, [userId, membership.partnerId])) throw new AppError('NO_PARTNER');
    return membership;
  }

  /** Every couple of the person that is active or can be restored. */
  async idsOf(userId: string): Promise<string[]> {
    const couples = await this.database.manager.findBy(Couple, [
      { memberA: userId, purged: false },
      { memberB: userId, purged: false },
    ]);
    return couples.map(({ id }) => id);
  }

  /** Whether the couple exists and its purge has not arrived. */
  async awaitsPurge(coupleId: string): Promise<boolean> {
    return this.database.manager.existsBy(Couple, { id: coupleId, purged: false });
  }

  /** Deletes a purged couple with everything in its capsules. */
  async deletePurged(coupleId: string): Promise<void> {
    await this.database.manager.delete(Couple, { id: coupleId, purged: true });
  }

  /** The name for live updates. An account that was deleted has none. */
  async firstNameOf(tx: Tx, userId: string): Promise<string> {
    return (await tx.findOneBy(KnownPerson, { id: userId }))?.firstName ?? '';
  }

  /** The newest couple counts where the end of the one before is not known yet. */
  private async read(tx: Tx, userId: string, locks: boolean): Promise<Membership | null> {
    const [couple] = await tx.find(Couple, {
      where: [
        { memberA: userId, active: true },
        { memberB: userId, active: true },
      ],
      order: { linkedAt: 'DESC' },
      take: 1,
      ...(locks && { lock: { mode: 'pessimistic_read' } }),
    });
    if (!couple?.active) return null;
    const partnerId = couple.memberA === userId ? couple.memberB : couple.memberA;
    return { coupleId: couple.id, userId, partnerId, timezone: couple.timezone };
  }
}

function required(membership: Membership | null): Membership {
  if (!membership) throw new AppError('NO_PARTNER');
  return membership;
}
