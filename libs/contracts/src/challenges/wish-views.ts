/** `redeemed` reserves the wish's points, `fulfilled` has spent them. */
export const WISH_STATUSES = ['open', 'redeemed', 'fulfilled'] as const;
export type WishStatus = (typeof WISH_STATUSES)[number];

/** The actions that a person may take on a wish at this moment; the server derives them from its table. */
export type WishAction = 'change_details' | 'redeem' | 'give_back' | 'confirm' | 'delete';

/** Something that its creator would gladly do for the other. */
export interface WishView {
  _id: string;
  coupleId: string;
  createdBy: string;
  title: string;
  points: number;
  status: WishStatus;
  redeemedAt: string | null;
  /** When the points come back unless both have confirmed; null unless it is redeemed. */
  lapsesAt: string | null;
  /** The member who has confirmed while the other has not. */
  confirmedBy: string | null;
  fulfilledAt: string | null;
  createdAt: string;
  updatedAt: string;
  version: number;
  actions: WishAction[];
}

/** Newest first. `nextCursor` asks for what is older; null at the end. */
export interface WishList {
  wishes: WishView[];
  nextCursor: string | null;
  /** The joint points that are neither reserved nor spent; at least 0. */
  available: number;
}
