import type { WishStatus, WishView } from '@duet/contracts';
import { type WishSituation, allowedWishActions, lapseOf } from './wish-states.js';
import type { Wish } from './wish.entity.js';

/** A wish that its members still see: one that is deleted has no words left. */
export type VisibleWish = Wish & { status: WishStatus };

export const isVisible = (wish: Wish): wish is VisibleWish => wish.status !== 'deleted';

const iso = (instant: Date | null): string | null => instant?.toISOString() ?? null;

export function wishView(wish: VisibleWish, situation: Omit<WishSituation, 'wish'>): WishView {
  return {
    _id: wish.id,
    coupleId: wish.coupleId,
    createdBy: wish.createdBy,
    title: wish.title,
    points: wish.points,
    status: wish.status,
    redeemedAt: iso(wish.redeemedAt),
    lapsesAt: iso(lapseOf(wish)),
    confirmedBy: wish.confirmedBy,
    fulfilledAt: iso(wish.fulfilledAt),
    createdAt: wish.createdAt.toISOString(),
    updatedAt: wish.updatedAt.toISOString(),
    version: wish.version,
    actions: allowedWishActions({ wish, ...situation }),
  };
}
