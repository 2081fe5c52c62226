import type { TogetherPart } from '@duet/contracts';
import { AppError, type CoupleDays, KnownPerson, type Tx, VersionWaiter, isAnyDeparted } from '@duet/service-kit';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, MoreThanOrEqual } from 'typeorm';
import { Couple } from './couple.entity.js';

type LockMode = 'pessimistic_read' | 'for_no_key_update';

/** A member of an active couple, and the other one. */
export interface Membership extends CoupleDays {
  coupleId: string;
  userId: string;
  partnerId: string;
  /** The parts that are switched off for the two. */
  hiddenParts: readonly TogetherPart[];
}

/** Answers who shares challenges with whom. */
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
    return this.read(this.database.manager, userId);
  }

  /** @param part that the call is about. @throws AppError NO_PARTNER, PART_HIDDEN */
  async findMembership(userId: string, part?: TogetherPart): Promise<Membership> {
    return required(await this.currentMembership(userId), part);
  }

  /**
   * Locks the couple until commit, so that no write lands in a couple that has ended meanwhile.
   * @param part that the call is about
   * @throws AppError NO_PARTNER, PART_HIDDEN
   */
  async lockMembership(tx: Tx, userId: string, part?: TogetherPart): Promise<Membership> {
    return this.lock(tx, userId, 'pessimistic_read', part);
  }

  /**
   * The same for a change that depends on all points of the couple: it waits for every other write of the two.
   * @param part that the call is about
   * @throws AppError NO_PARTNER, PART_HIDDEN
   */
  async lockMembershipForChange(tx: Tx, userId: string, part?: TogetherPart): Promise<Membership> {
    return this.lock(tx, userId, 'for_no_key_update', part);
  }

  /** Every couple of the person, active or ended, whose challenges still exist. */
  async idsOf(userId: string): Promise<string[]> {
    const couples = await this.database.manager.findBy(Couple, [{ memberA: userId }, { memberB: userId }]);
    return couples.map(({ id }) => id);
  }

  /** The name for live updates. An account that was deleted has none. */
  async firstNameOf(tx: Tx, userId: string): Promise<string> {
    return (await tx.findOneBy(KnownPerson, { id: userId }))?.firstName ?? '';
  }

  /**
   * The couple ends with the account of a member, also before its unlink arrives. The erasure locks the couple as well, so it
   * finds what this transaction writes, or has left its tombstone before.
   */
  private async lock(tx: Tx, userId: string, mode: LockMode, part?: TogetherPart): Promise<Membership> {
    const membership = required(await this.read(tx, userId, mode), part);
    if (await isAnyDeparted(tx, [userId, membership.partnerId])) throw new AppError('NO_PARTNER');
    return membership;
  }

  /** The newest couple counts where the end of the one before is not known yet. */
  private async read(tx: Tx, userId: string, mode?: LockMode): Promise<Membership | null> {
    const [couple] = await tx.find(Couple, {
      where: [
        { memberA: userId, active: true },
        { memberB: userId, active: true },
      ],
      order: { linkedAt: 'DESC' },
      take: 1,
      ...(mode && { lock: { mode } }),
    });
    if (!couple?.active) return null;
    const partnerId = couple.memberA === userId ? couple.memberB : couple.memberA;
    const { id: coupleId, timezone, runningDay, runningUntil, hiddenParts } = couple;
    return { coupleId, userId, partnerId, timezone, runningDay, runningUntil, hiddenParts };
  }
}

function required(membership: Membership | null, part?: TogetherPart): Membership {
  if (!membership) throw new AppError('NO_PARTNER');
  if (part && membership.hiddenParts.includes(part)) throw new AppError('PART_HIDDEN');
  return membership;
}
