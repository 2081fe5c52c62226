import { LIMITS, type WishAction } from '@duet/contracts';
import { AppError, DAY } from '@duet/service-kit';
import type { Wish, WishState } from './wish.entity.js';

const REDEEMED_LASTS = LIMITS.wishRedeemedDays * DAY;

/** The role of the caller: the person who would do it, or the one who receives it. */
export type WishRole = 'giver' | 'receiver';

/** The inputs of a guard. */
export interface WishSituation {
  wish: Wish;
  viewerId: string;
  /** Joint points that are neither reserved nor spent; below 0 where an undone step took its award back. */
  available: number;
}

const roleOf = ({ wish, viewerId }: WishSituation): WishRole => (wish.createdBy === viewerId ? 'giver' : 'receiver');

interface Transition {
  action: WishAction;
  from: readonly WishState[];
  by: readonly WishRole[];
  /** The state that a repeated call finds, and leaves as it is. */
  to?: WishState;
  /** @returns whether the same person made this call before */
  isRepeated?: (situation: WishSituation) => boolean;
  /** @returns false where the points do not suffice */
  affords?: (situation: WishSituation) => boolean;
}

const BOTH: readonly WishRole[] = ['giver', 'receiver'];

/** The one table of actions, states and roles. Guards, the actions that the client shows, and the tests are derived from it. */
export const WISH_TRANSITIONS: readonly Transition[] = [
  { action: 'change_details', from: ['open'], by: ['giver'] },
  {
    action: 'redeem',
    from: ['open'],
    by: ['receiver'],
    to: 'redeemed',
    affords: ({ wish, available }) => available >= wish.points,
  },
  { action: 'give_back', from: ['redeemed'], by: BOTH, to: 'open' },
  {
    action: 'confirm',
    from: ['redeemed'],
    by: BOTH,
    to: 'fulfilled',
    isRepeated: ({ wish, viewerId }) => wish.confirmedBy === viewerId,
  },
  { action: 'delete', from: ['open', 'fulfilled'], by: ['giver'] },
];

const isOpenTo = ({ from, by }: Transition, situation: WishSituation): boolean =>
  from.includes(situation.wish.status) && by.includes(roleOf(situation));

/** The actions that the person may take on the wish now. */
export const allowedWishActions = (situation: WishSituation): WishAction[] =>
  WISH_TRANSITIONS.filter(
    (row) => isOpenTo(row, situation) && !(row.isRepeated?.(situation) ?? false) && (row.affords?.(situation) ?? true),
  ).map(({ action }) => action);

/**
 * @returns whether there is something to do: false for a call that repeats an earlier one
 * @throws AppError NOT_YOURS, WISH_STATE, NOT_ENOUGH_POINTS
 */
export function requireWishAction(action: WishAction, situation: WishSituation): boolean {
  const rows = WISH_TRANSITIONS.filter((row) => row.action === action);
  const { status } = situation.wish;
  const row = rows.find((one) => isOpenTo(one, situation));
  if (row?.affords?.(situation) === false) throw new AppError('NOT_ENOUGH_POINTS');
  if (row) return !(row.isRepeated?.(situation) ?? false);
  if (rows.some(({ to, by }) => to === status && by.includes(roleOf(situation)))) return false;
  throw new AppError(rows.some(({ from }) => from.includes(status)) ? 'NOT_YOURS' : 'WISH_STATE');
}

/** When a redeemed wish gives its points back; null for any other. */
export const lapseOf = ({ status, redeemedAt }: Pick<Wish, 'status' | 'redeemedAt'>): Date | null =>
  status === 'redeemed' && redeemedAt !== null ? new Date(redeemedAt.getTime() + REDEEMED_LASTS) : null;

/** Wishes that were redeemed at this instant or earlier have given their points back by now. */
export const lapsedSince = (now: Date): Date => new Date(now.getTime() - REDEEMED_LASTS);

/** The columns of a wish that nobody has redeemed. */
export const OPEN = { status: 'open', redeemedAt: null, confirmedBy: null } as const satisfies Partial<Wish>;
