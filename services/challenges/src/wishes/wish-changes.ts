import { type WishAction, type WishStage, type WishView, wishChanged, wishProgressed } from '@duet/contracts';
import { AppError, Clock, Transactions, type UnitOfWork } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { Couple } from '../couples/couple.entity.js';
import { CouplesService, type Membership } from '../couples/couples.service.js';
import { WishPoints } from './wish-points.js';
import { OPEN, lapseOf, requireWishAction } from './wish-states.js';
import { Wish } from './wish.entity.js';
import { type VisibleWish, isVisible, wishView } from './wish.view.js';

/** A wish that this transaction has locked, and its member who acts. */
export interface LockedWish {
  wish: VisibleWish;
  unit: UnitOfWork;
  member: Membership;
  now: Date;
  /** @returns whether there is something to do @throws AppError as `requireWishAction` does */
  permit: (action: WishAction) => boolean;
  view: () => Promise<WishView>;
}

/** The effect of a mutation on the wish. `null` changes nothing and announces nothing. */
export type WishMutation = { columns: Partial<Wish>; stage?: WishStage } | { deletes: true } | null;

/**
 * Every change of a wish: one transaction that locks the couple's row, so that two redeems at once see each other's
 * reservation. It raises the version once and announces once.
 */
@Injectable()
export class WishChanges {
  constructor(
    @Inject(Transactions) private readonly transactions: Transactions,
    @Inject(CouplesService) private readonly couples: CouplesService,
    @Inject(WishPoints) private readonly points: WishPoints,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /**
   * @returns the wish as it then is
   * @throws AppError NO_PARTNER, PART_HIDDEN, WISH_NOT_FOUND, and what `work` throws
   */
  async run(userId: string, wishId: string, work: (locked: LockedWish) => Promise<WishMutation>): Promise<WishView> {
    return this.transactions.run(async (unit) => {
      const { tx } = unit;
      const member = await this.couples.lockMembershipForChange(tx, userId, 'wishes');
      const wish = await tx.findOneBy(Wish, { id: wishId, coupleId: member.coupleId });
      if (!wish || !isVisible(wish)) throw new AppError('WISH_NOT_FOUND');
      const now = this.clock.now();
      await this.lapse(unit, wish, now);
      const available = await this.points.available(tx, member.coupleId);
      const permit = (action: WishAction): boolean => requireWishAction(action, { wish, viewerId: userId, available });
      const view = (): Promise<WishView> => this.view(unit, wish, member);
      const mutation = await work({ wish, unit, member, now, permit, view });
      if (mutation) await this.apply(unit, wish, member, mutation);
      return view();
    });
  }

  /** Announces a wish that was just inserted. */
  announceNew(unit: UnitOfWork, { userId }: Membership, wish: Wish): Promise<void> {
    return this.announce(unit, wish, userId);
  }

  /** The wish as the member sees it, with the points as they then are. */
  async view({ tx }: UnitOfWork, wish: VisibleWish, { coupleId, userId }: Membership): Promise<WishView> {
    return wishView(wish, { viewerId: userId, available: await this.points.available(tx, coupleId) });
  }

  /** Gives back the points of the wish if its time is over: two replicas make one transition and one announcement. */
  async lapseIfDue({ id, coupleId }: Pick<Wish, 'id' | 'coupleId'>): Promise<void> {
    await this.transactions.run(async (unit) => {
      const { tx } = unit;
      const lock = { mode: 'for_no_key_update' as const };
      const couple = await tx.findOne(Couple, { where: { id: coupleId, active: true }, lock });
      const wish = await tx.findOneBy(Wish, { id, coupleId });
      if (couple && wish) await this.lapse(unit, wish, this.clock.now());
    });
  }

  private async lapse(unit: UnitOfWork, wish: Wish, now: Date): Promise<void> {
    const at = lapseOf(wish);
    if (at === null || at > now) return;
    await this.save(unit, wish, OPEN);
    await this.announce(unit, wish, null);
  }

  private async apply(
    unit: UnitOfWork,
    wish: Wish,
    { coupleId, userId: actorId }: Membership,
    mutation: NonNullable<WishMutation>,
  ): Promise<void> {
    if ('deletes' in mutation) await unit.tx.delete(Wish, { id: wish.id });
    else await this.save(unit, wish, mutation.columns);
    await this.announce(unit, wish, actorId);
    if ('stage' in mutation && mutation.stage)
      await unit.record(wishProgressed, coupleId, { coupleId, wishId: wish.id, step: mutation.stage, actorId });
  }

  private async save({ tx }: UnitOfWork, wish: Wish, columns: Partial<Wish>): Promise<void> {
    const changed = { ...columns, version: wish.version + 1, updatedAt: this.clock.now() };
    Object.assign(wish, changed);
    await tx.update(Wish, { id: wish.id }, changed);
  }

  private async announce(unit: UnitOfWork, { id, coupleId }: Wish, actorId: string | null): Promise<void> {
    const by = actorId !== null && { _id: actorId, firstName: await this.couples.firstNameOf(unit.tx, actorId) };
    const activity = {
      kind: 'wish_changed' as const,
      ...(by && { by }),
      entity: { type: 'wish' as const, id },
      at: this.clock.now().toISOString(),
    };
    unit.push(wishChanged, { coupleId, activity });
  }
}
