import { type ChangeWishByIdDto, type CreateWishDto, LIMITS, type WishView } from '@duet/contracts';
import { AppError, Clock, Transactions } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { v7 as uuid } from 'uuid';
import { CouplesService } from '../couples/couples.service.js';
import { WishChanges } from './wish-changes.js';
import { OPEN } from './wish-states.js';
import { Wish } from './wish.entity.js';
import { isVisible } from './wish.view.js';

/** Creates wishes, and runs the calls that change their state. */
@Injectable()
export class WishesService {
  constructor(
    @Inject(Transactions) private readonly transactions: Transactions,
    @Inject(CouplesService) private readonly couples: CouplesService,
    @Inject(WishChanges) private readonly changes: WishChanges,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /**
   * Creating again under the same `clientId` answers with the first wish.
   * @throws AppError NO_PARTNER, PART_HIDDEN, TOO_MANY_WISHES
   */
  async create(userId: string, { title, points, clientId }: CreateWishDto): Promise<WishView> {
    return this.transactions.run(async (unit) => {
      const { tx } = unit;
      const member = await this.couples.lockMembershipForChange(tx, userId, 'wishes');
      const { coupleId } = member;
      const made = await tx.findOneBy(Wish, { coupleId, createdBy: userId, clientId });
      if (made && isVisible(made)) return this.changes.view(unit, made, member);
      const count = await tx.countBy(Wish, { coupleId, status: In(['open', 'redeemed']) });
      if (count >= LIMITS.wishes) throw new AppError('TOO_MANY_WISHES');
      const now = this.clock.now();
      const dates = { fulfilledAt: null, createdAt: now, updatedAt: now };
      const row = { id: uuid(), coupleId, createdBy: userId, clientId, title, points, ...OPEN, ...dates, version: 1 };
      const wish = Object.assign(new Wish(), row);
      await tx.insert(Wish, wish);
      await this.changes.announceNew(unit, member, wish);
      return this.changes.view(unit, wish, member);
    });
  }

  /** @throws AppError NO_PARTNER, PART_HIDDEN, WISH_NOT_FOUND, WISH_STATE, NOT_YOURS, VERSION_CONFLICT */
  async change(userId: string, { id, version, ...dto }: ChangeWishByIdDto): Promise<WishView> {
    return this.changes.run(userId, id, async ({ wish, permit, view }) => {
      permit('change_details');
      if (wish.version !== version) throw new AppError('VERSION_CONFLICT', { current: await view() });
      const { title = wish.title, points = wish.points } = dto;
      return { columns: { title, points } };
    });
  }

  /** @throws AppError NO_PARTNER, PART_HIDDEN, WISH_NOT_FOUND, WISH_STATE, NOT_YOURS, NOT_ENOUGH_POINTS */
  async redeem(userId: string, id: string): Promise<WishView> {
    return this.changes.run(userId, id, async ({ permit, now }) =>
      permit('redeem') ? { columns: { status: 'redeemed', redeemedAt: now }, stage: 'redeemed' } : null,
    );
  }

  /** @throws AppError NO_PARTNER, PART_HIDDEN, WISH_NOT_FOUND, WISH_STATE */
  async giveBack(userId: string, id: string): Promise<WishView> {
    return this.changes.run(userId, id, async ({ permit }) => (permit('give_back') ? { columns: OPEN } : null));
  }

  /** @throws AppError NO_PARTNER, PART_HIDDEN, WISH_NOT_FOUND, WISH_STATE */
  async confirm(userId: string, id: string): Promise<WishView> {
    return this.changes.run(userId, id, async ({ wish, permit, now }) => {
      if (!permit('confirm')) return null;
      if (wish.confirmedBy === null) return { columns: { confirmedBy: userId } };
      return { columns: { status: 'fulfilled', confirmedBy: null, fulfilledAt: now }, stage: 'fulfilled' };
    });
  }

  /**
   * The points of a fulfilled wish stay spent: its row stays without words, under a new `clientId`.
   * @throws AppError NO_PARTNER, PART_HIDDEN, WISH_NOT_FOUND, WISH_STATE, NOT_YOURS
   */
  async delete(userId: string, id: string): Promise<void> {
    await this.changes.run(userId, id, async ({ wish, permit }) => {
      permit('delete');
      if (wish.status === 'open') return { deletes: true };
      return { columns: { status: 'deleted', title: '', clientId: uuid() } };
    });
  }
}
