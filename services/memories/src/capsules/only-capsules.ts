import { Transactions, type UnitOfWork } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { CouplesService, type Membership } from '../couples/couples.service.js';
import { CapsuleChanges } from './capsule-changes.js';
import { Capsule } from './capsule.entity.js';
import { requireRoomForCapsule, storeOnce } from './new-capsule.js';

/** The columns that name a capsule of which a couple has at most one. Each has a unique index with the couple. */
type OnlyKey =
  | { collectsKept: true }
  | { year: number }
  | { anniversaryYear: number }
  | { challengeId: string }
  | { storyReadingId: string }
  | { goalId: string };

/** The key of such a capsule and the code that makes it. */
interface Recipe {
  key: OnlyKey;
  /** Returns the capsule with that key. */
  make: (member: Membership) => Capsule;
  /** Adds its contributions. @returns the ids of their files */
  fill?: (unit: UnitOfWork, capsule: Capsule, member: Membership) => Promise<string[]>;
}

/** Capsules that the server makes once: the album of kept things, and keepsakes. */
@Injectable()
export class OnlyCapsules {
  constructor(
    @Inject(Transactions) private readonly transactions: Transactions,
    @Inject(CouplesService) private readonly couples: CouplesService,
    @Inject(CapsuleChanges) private readonly changes: CapsuleChanges,
  ) {}

  /**
   * Makes the capsule, unless the couple has it. Calls at the same moment get the same one, because a unique index decides.
   * @returns its id, and the ids of the files that it has since this call
   * @throws AppError NO_PARTNER, TOO_MANY_CAPSULES
   */
  async findOrMake(userId: string, { key, make, fill }: Recipe): Promise<{ capsuleId: string; fileIds: string[] }> {
    return this.transactions.run(async (unit) => {
      const { tx } = unit;
      const member = await this.couples.lockMembership(tx, userId);
      const where = { coupleId: member.coupleId, ...key };
      const made = await tx.findOneBy(Capsule, where);
      if (made) return { capsuleId: made.id, fileIds: [] };
      await requireRoomForCapsule(tx, member.coupleId);
      const capsule = make(member);
      const { id } = await storeOnce(tx, capsule, where);
      if (id !== capsule.id) return { capsuleId: id, fileIds: [] };
      const fileIds = (await fill?.(unit, capsule, member)) ?? [];
      await this.changes.announceNew(unit, capsule, userId, fileIds);
      return { capsuleId: id, fileIds };
    });
  }
}
