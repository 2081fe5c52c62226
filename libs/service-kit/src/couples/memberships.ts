import { type DataSource, MoreThanOrEqual } from 'typeorm';
import type { Tx } from '../data/data-source.js';
import { AppError } from '../errors/app-error.js';
import { isAnyDeparted } from '../people/known-people.js';
import { KnownPerson } from '../people/known-person.entity.js';
import { VersionWaiter } from '../versions/version-waiter.js';
import type { KnownCouple } from './known-couple.entity.js';

/** An active couple as one of its members sees it: its row, this member and the other one. */
export type Membership<Couple extends KnownCouple> = Couple & { coupleId: string; userId: string; partnerId: string };

/** The lock of a write, or of a change that waits for every other write of the two. */
export type LockMode = 'pessimistic_read' | 'for_no_key_update';

/** Answers who is linked with whom, by the couples that a service knows. */
export abstract class Memberships<Couple extends KnownCouple> {
  private readonly versions = new VersionWaiter((id, version) =>
    this.database.manager.existsBy<KnownCouple>(this.entity, { id, version: MoreThanOrEqual(version) }),
  );

  /** @param entity the service's entity of couples */
  protected constructor(
    protected readonly database: DataSource,
    private readonly entity: new () => Couple,
  ) {}

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

  /** The name for live updates. An account that was deleted has none. */
  async firstNameOf(tx: Tx, userId: string): Promise<string> {
    return (await tx.findOneBy(KnownPerson, { id: userId }))?.firstName ?? '';
  }

  /** The person's active couple, or null. */
  currentMembership(userId: string): Promise<Membership<Couple> | null> {
    return this.read(this.database.manager, userId);
  }

  /** @throws AppError NO_PARTNER */
  async findMembership(userId: string): Promise<Membership<Couple>> {
    return required(await this.currentMembership(userId));
  }

  /**
   * Locks the couple until commit, so that no write lands in a couple that has ended meanwhile.
   * @throws AppError NO_PARTNER
   */
  async lockMembership(tx: Tx, userId: string): Promise<Membership<Couple>> {
    const membership = await this.lock(tx, userId, 'pessimistic_read');
    await this.requirePresent(tx, membership);
    return membership;
  }

  /** Locks the couple's row alone: `requirePresent` completes the check. @throws AppError NO_PARTNER */
  protected async lock(tx: Tx, userId: string, mode: LockMode): Promise<Membership<Couple>> {
    return required(await this.read(tx, userId, mode));
  }

  /**
   * A locked couple ends with the account of a member, also before its unlink arrives. The erasure locks the couple as well, so
   * it finds what this transaction writes, or has left its tombstone before.
   * @throws AppError NO_PARTNER
   */
  protected async requirePresent(tx: Tx, { memberA, memberB }: KnownCouple): Promise<void> {
    if (await isAnyDeparted(tx, [memberA, memberB])) throw new AppError('NO_PARTNER');
  }

  /** The newest couple counts where the end of the one before is not known yet. */
  private async read(tx: Tx, userId: string, mode?: LockMode): Promise<Membership<Couple> | null> {
    const query = tx
      .createQueryBuilder(this.entity, 'couple')
      .where('couple.active AND (couple.memberA = :userId OR couple.memberB = :userId)', { userId })
      .orderBy('couple.linkedAt', 'DESC')
      .limit(1);
    const couple = await (mode ? query.setLock(mode) : query).getOne();
    if (!couple) return null;
    const partnerId = couple.memberA === userId ? couple.memberB : couple.memberA;
    return Object.assign(couple, { coupleId: couple.id, userId, partnerId });
  }
}

function required<Found>(membership: Found | null): Found {
  if (!membership) throw new AppError('NO_PARTNER');
  return membership;
}
