import { BOTH, cursor, path } from './calls.mjs';

/** @type {Record<string, import('./calls.mjs').IdRow>} */
export const WISH_ROWS = {
  'GET /api/wishes cursor': { thing: 'wish', call: cursor, expect: BOTH, silent: true },
  'PATCH /api/wishes/{id} id': {
    thing: 'wish',
    call: path(() => ({ version: 1, title: 'Theirs' })),
    expect: { partner: 403 },
  },
  'DELETE /api/wishes/{id} id': { thing: 'wish', call: path(), expect: { partner: 403 } },
  'POST /api/wishes/{id}/redeem id': { thing: 'partnersWish', call: path(), expect: { partner: 403 } },
  'DELETE /api/wishes/{id}/redeem id': { thing: 'redeemedWish', call: path(), expect: BOTH },
  'POST /api/wishes/{id}/confirm id': { thing: 'redeemedWish', call: path(), expect: BOTH },
};
