import type { TogetherPart } from '@duet/contracts';
import { AppError, type LockMode, type Membership as MembershipOf, Memberships, type Tx } from '@duet/service-kit';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { Couple } from './couple.entity.js';

export type Membership = MembershipOf<Couple>;

/** Answers who shares challenges with whom. */
@Injectable()
export class CouplesService extends Memberships<Couple> {
  constructor(@InjectDataSource() database: DataSource) {
    super(database, Couple);
  }

  /** @param part that the call is about. @throws AppError NO_PARTNER, PART_HIDDEN */
  override async findMembership(userId: string, part?: TogetherPart): Promise<Membership> {
    return requireShown(await super.findMembership(userId), part);
  }

  /**
   * Locks the couple until commit, so that no write lands in a couple that has ended meanwhile.
   * @param part that the call is about
   * @throws AppError NO_PARTNER, PART_HIDDEN
   */
  override async lockMembership(tx: Tx, userId: string, part?: TogetherPart): Promise<Membership> {
    return this.lockShown(tx, userId, 'pessimistic_read', part);
  }

  /**
   * The same for a change that depends on all points of the couple: it waits for every other write of the two.
   * @param part that the call is about
   * @throws AppError NO_PARTNER, PART_HIDDEN
   */
  async lockMembershipForChange(tx: Tx, userId: string, part?: TogetherPart): Promise<Membership> {
    return this.lockShown(tx, userId, 'for_no_key_update', part);
  }

  /** Every couple of the person, active or ended, whose challenges still exist. */
  async idsOf(userId: string): Promise<string[]> {
    const couples = await this.database.manager.findBy(Couple, [{ memberA: userId }, { memberB: userId }]);
    return couples.map(({ id }) => id);
  }

  private async lockShown(tx: Tx, userId: string, mode: LockMode, part?: TogetherPart): Promise<Membership> {
    const membership = requireShown(await this.lock(tx, userId, mode), part);
    await this.requirePresent(tx, membership);
    return membership;
  }
}

function requireShown(membership: Membership, part?: TogetherPart): Membership {
  if (part && membership.hiddenParts.includes(part)) throw new AppError('PART_HIDDEN');
  return membership;
}
