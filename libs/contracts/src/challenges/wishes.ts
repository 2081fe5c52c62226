import { type Done, defineRpc, returns } from '../bus/rpc.js';
import type { FoundTitles } from '../core/views.js';
import { ChangeWishByIdDto, CreateWishDto, SearchWishesDto, WishIdDto, WishListQueryDto } from './wish-inputs.js';
import type { WishList, WishView } from './wish-views.js';

const ofPress = ['NO_PARTNER', 'PART_HIDDEN', 'WISH_NOT_FOUND', 'WISH_STATE', 'NOT_YOURS'] as const;

export const listWishes = defineRpc({
  subject: 'challenges.wish.list',
  access: 'user',
  request: WishListQueryDto,
  returns: returns<WishList>(),
  errors: ['NO_PARTNER', 'PART_HIDDEN'],
});

/** Adds something that the caller would gladly do for the other. */
export const createWish = defineRpc({
  subject: 'challenges.wish.create',
  access: 'user',
  request: CreateWishDto,
  returns: returns<WishView>(),
  errors: ['NO_PARTNER', 'PART_HIDDEN', 'TOO_MANY_WISHES'],
});

/** VERSION_CONFLICT carries the wish as it is. */
export const changeWish = defineRpc({
  subject: 'challenges.wish.change',
  access: 'user',
  request: ChangeWishByIdDto,
  returns: returns<WishView>(),
  errors: [...ofPress, 'VERSION_CONFLICT'],
});

/** Deletes a wish that nobody has redeemed, or a fulfilled one; the points of that stay spent. */
export const deleteWish = defineRpc({
  subject: 'challenges.wish.delete',
  access: 'user',
  request: WishIdDto,
  returns: returns<Done>(),
  errors: ofPress,
});

/** Reserves the wish's points. */
export const redeemWish = defineRpc({
  subject: 'challenges.wish.redeem',
  access: 'user',
  request: WishIdDto,
  returns: returns<WishView>(),
  errors: [...ofPress, 'NOT_ENOUGH_POINTS'],
});

/** Gives the reserved points back. */
export const giveWishBack = defineRpc({
  subject: 'challenges.wish.give-back',
  access: 'user',
  request: WishIdDto,
  returns: returns<WishView>(),
  errors: ofPress,
});

/** The second confirmation fulfils the wish and spends its points. */
export const confirmWish = defineRpc({
  subject: 'challenges.wish.confirm',
  access: 'user',
  request: WishIdDto,
  returns: returns<WishView>(),
  errors: ofPress,
});

/** Searches titles by words; the newest first. */
export const searchWishes = defineRpc({
  subject: 'challenges.wish.search',
  access: 'user',
  request: SearchWishesDto,
  returns: returns<FoundTitles>(),
  errors: ['NO_PARTNER'],
});
