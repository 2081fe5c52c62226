import { BOTH, body, path } from './calls.mjs';

/** @type {Record<string, import('./calls.mjs').IdRow>} */
export const PARTNER_ROWS = {
  'POST /api/partners/request receiverId': {
    thing: 'findablePerson',
    call: body((receiverId) => ({ receiverId })),
    bearer: true,
  },
  'POST /api/partners/request receiverId, not findable': {
    thing: 'hiddenEx',
    call: body((receiverId) => ({ receiverId })),
  },
  'PATCH /api/partners/requests/{id} id': {
    thing: 'receivedRequest',
    call: path(() => ({ action: 'accept' })),
    expect: { partner: 404 },
  },
  'PATCH /api/partners/requests/{id} id, declined': {
    thing: 'receivedRequest',
    call: path(() => ({ action: 'reject' })),
  },
  'DELETE /api/partners/requests/{id} id': { thing: 'sentRequest', call: path() },
  'POST /api/partners/block userId': { thing: 'findablePerson', call: body((userId) => ({ userId })), bearer: true },
  'POST /api/partners/block userId, not findable': { thing: 'hiddenEx', call: body((userId) => ({ userId })) },
  'POST /api/partners/report userId': {
    thing: 'findablePerson',
    call: body((userId) => ({ userId, reason: 'spam' })),
    bearer: true,
  },
  'POST /api/partners/report userId, not findable': {
    thing: 'hiddenEx',
    call: body((userId) => ({ userId, reason: 'threat' })),
  },
  'POST /api/partners/report messageIds': {
    thing: 'saidByPartner',
    call: body((id, { by }) => ({ userId: by, reason: 'harassment', messageIds: [id] })),
  },
  'DELETE /api/partners/block/{userId} userId': {
    thing: 'blockedPerson',
    call: (userId) => ({ path: { userId } }),
    changes: 'blockedPeople',
  },
  'GET /api/partners/invite/{code} code': {
    thing: 'inviteCode',
    call: (code) => ({ path: { code } }),
    expect: { owner: 200, partner: 200, other: 200, stranger: 200, ex: 200 },
  },
  'PATCH /api/partners/dates/{id} id': {
    thing: 'date',
    call: path(() => ({ version: 1, title: 'Their trip' })),
    expect: BOTH,
  },
  'PATCH /api/partners/dates/{id} id, private': {
    thing: 'privateDate',
    call: path(() => ({ version: 1, title: 'Their trip' })),
  },
  'DELETE /api/partners/dates/{id} id': { thing: 'date', call: path(), expect: BOTH },
  'DELETE /api/partners/dates/{id} id, private': { thing: 'privateDate', call: path() },
  'PATCH /api/notifications/read ids': {
    thing: 'notification',
    call: body((id) => ({ ids: [id] })),
    changes: 'unread',
  },
  'GET /api/activity cursor': {
    thing: 'activity',
    call: (id) => ({ query: `?cursor=${id}` }),
    expect: BOTH,
    silent: true,
  },
};
