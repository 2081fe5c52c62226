import { createECDH, randomBytes, randomUUID } from 'node:crypto';
import { PIXEL, inDays, recording, tomorrow } from './things.mjs';
import { PASSWORD, formOf } from './world.mjs';

/**
 * @typedef {import('./world.mjs').Role} Role
 * @typedef {import('./routes.mjs').Call} Call
 * @typedef {object} IdRow
 * @property {keyof typeof import('./things.mjs').THINGS} thing the kind of thing that the id names; a row uses no other id than the given one
 * @property {(id: string, thing: import('./things.mjs').Thing, isOwner: boolean) => Call | Record<string, unknown>} call of a socket event: its data
 * @property {Partial<Record<Role, number>>} [expect] the statuses of the roles that the thing concerns besides its owner. For all others it does not exist.
 * @property {boolean} [bearer] the id is a secret: anyone who knows it may use it
 * @property {keyof typeof import('./things.mjs').STATE} [changes] the answer is always the same; this state shows whether the call had an effect
 * @property {boolean} [silent] the foreign answer is a success without content
 */

/** @param {(id: string) => unknown} [body] @returns {IdRow['call']} */
const path = (body) => (id) => ({ path: { id }, ...(body ? { body: body(id) } : {}) });
/** @param {(id: string, thing: import('./things.mjs').Thing, isOwner: boolean) => unknown} body @returns {IdRow['call']} */
const body = (body) => (id, thing, isOwner) => ({ body: body(id, thing, isOwner) });
/** A form with a file and the id of a message that it answers. @param {string} field @param {string} name @param {import('node:buffer').BlobPart} content @returns {IdRow['call']} */
const answering = (field, name, content) => (id) => {
  const sent = formOf(field, name, content);
  sent.append('replyTo', id);
  return { body: sent };
};
/** A signed link with one part exchanged. @param {'u' | 's'} part @returns {IdRow['call']} */
const link = (part) => (id, thing) => {
  const { file, searchParams } = /** @type {{file: string, searchParams: URLSearchParams}} */ (
    /** @type {unknown} */ (thing)
  );
  const query = new URLSearchParams(searchParams);
  query.set(part, id);
  return { path: { id: file, variant: 'original' }, query: `?${query}`, isLink: true };
};

/** @type {IdRow['call']} */
const cursor = (id) => ({ query: `?cursor=${id}` });
/** @type {IdRow['call']} */
const author = (id) => ({ query: `?author=${id}` });
/** Something in a capsule, by its own id. @param {'contributionId' | 'commentId'} name @param {() => unknown} [body] @returns {IdRow['call']} */
const inCapsule =
  (name, body) =>
  (id, { capsuleId }) => ({
    path: { id: String(capsuleId), [name]: id },
    ...(body ? { body: body() } : {}),
  });
/** The same by the id of its capsule. @param {'contributionId' | 'commentId'} name @param {() => unknown} [body] @returns {IdRow['call']} */
const ofCapsule =
  (name, body) =>
  (id, { innerId }) => ({
    path: { id, [name]: String(innerId) },
    ...(body ? { body: body() } : {}),
  });

/** A step, by its own id. @param {() => unknown} [body] @returns {IdRow['call']} */
const inChallenge =
  (body) =>
  (stepId, { challengeId }) => ({ path: { id: String(challengeId), stepId }, ...(body ? { body: body() } : {}) });
/** The same by the id of its challenge. @param {() => unknown} [body] @returns {IdRow['call']} */
const ofChallenge =
  (body) =>
  (id, { innerId }) => ({ path: { id, stepId: String(innerId) }, ...(body ? { body: body() } : {}) });

/** Something in a goal, by its own id. @param {'milestoneId' | 'entryId'} name @returns {IdRow['call']} */
const inGoal =
  (name) =>
  (id, { goalId }) => ({ path: { id: String(goalId), [name]: id } });
/** The same by the id of its goal. @param {'milestoneId' | 'entryId'} name @returns {IdRow['call']} */
const ofGoal = (name) => (id, thing) => ({ path: { id, [name]: String(thing[name]) } });

/** An item, by its own id. @param {{ query?: string, body?: () => unknown }} [more] @returns {IdRow['call']} */
const inList =
  ({ query, body } = {}) =>
  (itemId, { listId }) => ({
    path: { id: String(listId), itemId },
    ...(query ? { query } : {}),
    ...(body ? { body: body() } : {}),
  });
/** The same by the id of its list. @param {{ query?: string, body?: () => unknown }} [more] @returns {IdRow['call']} */
const ofList =
  ({ query, body } = {}) =>
  (id, { itemId }) => ({
    path: { id, itemId: String(itemId) },
    ...(query ? { query } : {}),
    ...(body ? { body: body() } : {}),
  });
const TICK = { body: () => ({ done: true, rev: 1, clientId: randomUUID() }) };
const REMOVAL = { query: '?rev=1' };

const BOTH = { partner: 200 };
const CREATED = { partner: 201 };

/** @param {'message' | 'previewed' | 'voiceNote'} thing @param {Partial<Record<Role, number>>} expect @param {unknown} [sent] @returns {IdRow} */
const ofMessage = (thing, expect, sent) => ({ thing, call: path(sent === undefined ? undefined : () => sent), expect });

/**
 * One row per id that a client can send: in a path, a query, a body, or a socket event. The key is the call and the
 * name of the parameter; a suffix distinguishes two rows of one parameter.
 * @type {Record<string, IdRow>}
 */
export const ID_ROWS = {
  'GET /api/auth/verify-email/{token} token': {
    thing: 'verifyToken',
    call: (token) => ({ path: { token } }),
    bearer: true,
  },
  'POST /api/auth/unsubscribe/{token} token': {
    thing: 'unsubscribeToken',
    call: (token) => ({ path: { token } }),
    bearer: true,
  },
  'DELETE /api/auth/sessions/{id} id': { thing: 'session', call: path() },
  'PATCH /api/users/passkeys/{id} id': { thing: 'passkey', call: path(() => ({ name: 'Phone' })) },
  'DELETE /api/users/passkeys/{id} id': { thing: 'passkey', call: path(() => ({ password: PASSWORD })) },
  'POST /api/push/renew oldEndpoint': {
    thing: 'pushSubscription',
    // Only the device knows the secret half of its subscription.
    call: body((oldEndpoint, thing, isOwner) => ({
      endpoint: `https://push.example/${randomUUID()}`,
      p256dh: createECDH('prime256v1').generateKeys('base64url'),
      auth: randomBytes(16).toString('base64url'),
      oldEndpoint,
      oldAuth: isOwner ? /** @type {{auth: string}} */ (thing.device).auth : randomBytes(16).toString('base64url'),
    })),
  },
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
  'GET /api/capsules cursor': { thing: 'album', call: cursor, expect: BOTH, silent: true },
  'GET /api/capsules author': { thing: 'contributor', call: author, expect: BOTH, silent: true },
  'GET /api/memories/timeline cursor': { thing: 'contribution', call: cursor, expect: BOTH, silent: true },
  'GET /api/memories/timeline author': { thing: 'contributor', call: author, expect: BOTH, silent: true },
  'POST /api/capsules/from-message messageId': {
    thing: 'message',
    call: body((messageId) => ({ messageId, clientId: randomUUID() })),
    expect: CREATED,
  },
  'POST /api/capsules/from-message capsuleId': {
    thing: 'albumForMessage',
    call: body((capsuleId, { messageId }) => ({ messageId, capsuleId, clientId: randomUUID() })),
    expect: CREATED,
  },
  'GET /api/memories/map cursor': { thing: 'contribution', call: cursor, expect: BOTH, silent: true },
  'GET /api/memories/map author': { thing: 'contributor', call: author, expect: BOTH, silent: true },
  'GET /api/capsules/{id} id': { thing: 'album', call: path(), expect: BOTH },
  'PATCH /api/capsules/{id} id': { thing: 'album', call: path(() => ({ version: 1, title: 'Theirs' })), expect: BOTH },
  'DELETE /api/capsules/{id} id': { thing: 'album', call: path(), expect: { partner: 403 } },
  'POST /api/capsules/{id}/restore id': { thing: 'deletedAlbum', call: path(), expect: BOTH },
  'POST /api/capsules/{id}/seal id': { thing: 'buriable', call: path(), expect: BOTH },
  'DELETE /api/capsules/{id}/seal id': { thing: 'sealedCapsule', call: path(), expect: BOTH },
  'POST /api/capsules/{id}/unlock-date id': {
    thing: 'sealedCapsule',
    call: path(() => ({ unlockAt: '2031-01-01' })),
    expect: BOTH,
  },
  'PATCH /api/capsules/{id}/unlock-date id': {
    thing: 'unlockProposal',
    call: path(() => ({ action: 'reject' })),
    expect: BOTH,
  },
  'POST /api/capsules/{id}/open id': { thing: 'sealedCapsule', call: path(), expect: { owner: 423, partner: 423 } },
  'POST /api/capsules/{id}/finish id': { thing: 'album', call: path(), expect: BOTH },
  'DELETE /api/capsules/{id}/finish id': { thing: 'finishedAlbum', call: path(), expect: BOTH },
  'PUT /api/capsules/{id}/cover id': {
    thing: 'album',
    call: (id) => {
      const form = formOf('files', 'cover.png', PIXEL);
      form.append('clientId', randomUUID());
      return { path: { id }, body: form };
    },
    expect: BOTH,
  },
  'PATCH /api/capsules/{id} coverId': {
    thing: 'capsulePicture',
    call: (coverId, { capsuleId }) => ({ path: { id: String(capsuleId) }, body: { coverId, version: 2 } }),
    expect: BOTH,
  },
  'POST /api/capsules/{id}/archive id': { thing: 'album', call: path(), expect: BOTH },
  'GET /api/capsules/{id}/archive id': { thing: 'album', call: path(), expect: BOTH },
  'POST /api/capsules/{id}/contributions id': {
    thing: 'album',
    call: path(() => ({ text: 'More', clientId: randomUUID() })),
    expect: CREATED,
  },
  'POST /api/capsules/{id}/links id': {
    thing: 'albumWithPicture',
    call: (id, { innerId }) => ({ path: { id }, body: { ids: [innerId] } }),
    expect: BOTH,
  },
  'POST /api/capsules/{id}/links ids': {
    thing: 'capsulePicture',
    call: (id, { capsuleId }) => ({ path: { id: String(capsuleId) }, body: { ids: [id] } }),
    expect: BOTH,
  },
  'GET /api/capsules/{id}/contributions id': { thing: 'albumWithContribution', call: path(), expect: BOTH },
  'GET /api/capsules/{id}/contributions cursor': {
    thing: 'contribution',
    call: (id, { capsuleId }) => ({ path: { id: String(capsuleId) }, query: `?cursor=${id}` }),
    expect: BOTH,
  },
  'PATCH /api/capsules/{id}/contributions/{contributionId} id': {
    thing: 'albumWithContribution',
    call: ofCapsule('contributionId', () => ({ text: 'Theirs' })),
    expect: { partner: 403 },
  },
  'DELETE /api/capsules/{id}/contributions/{contributionId} id': {
    thing: 'albumWithContribution',
    call: ofCapsule('contributionId'),
    expect: { partner: 403 },
  },
  'DELETE /api/capsules/{id}/comments/{commentId} id': {
    thing: 'albumWithComment',
    call: ofCapsule('commentId'),
    expect: { partner: 403 },
  },
  'PATCH /api/capsules/{id}/contributions/{contributionId} contributionId': {
    thing: 'contribution',
    call: inCapsule('contributionId', () => ({ text: 'Theirs' })),
    expect: { partner: 403 },
  },
  'DELETE /api/capsules/{id}/contributions/{contributionId} contributionId': {
    thing: 'contribution',
    call: inCapsule('contributionId'),
    expect: { partner: 403 },
  },
  'POST /api/capsules/{id}/reactions id': { thing: 'finishedAlbum', call: path(() => ({ emoji: '👍' })), expect: BOTH },
  'POST /api/capsules/{id}/comments id': {
    thing: 'finishedAlbum',
    call: path(() => ({ text: 'Yes', clientId: randomUUID() })),
    expect: CREATED,
  },
  'DELETE /api/capsules/{id}/comments/{commentId} commentId': {
    thing: 'capsuleComment',
    call: inCapsule('commentId'),
    expect: { partner: 403 },
  },
  'PUT /api/capsules/{id}/favourite id': { thing: 'album', call: path(), expect: BOTH },
  'DELETE /api/capsules/{id}/favourite id': { thing: 'album', call: path(), expect: BOTH },
  'PUT /api/capsules/{id}/hidden id': { thing: 'album', call: path(), expect: BOTH },
  'DELETE /api/capsules/{id}/hidden id': { thing: 'album', call: path(), expect: BOTH },
  'GET /api/challenges cursor': { thing: 'proposal', call: cursor, expect: BOTH, silent: true },
  'POST /api/challenges templateId': {
    thing: 'ownTemplate',
    call: body((templateId) => ({ templateId, clientId: randomUUID() })),
    expect: CREATED,
  },
  'GET /api/challenges/{id} id': { thing: 'proposal', call: path(), expect: BOTH },
  'PATCH /api/challenges/{id} id': {
    thing: 'proposal',
    call: path(() => ({ version: 1, title: 'Theirs' })),
    expect: { partner: 403 },
  },
  'DELETE /api/challenges/{id} id': { thing: 'completedChallenge', call: path(), expect: { partner: 409 } },
  'PATCH /api/challenges/{id}/respond id': {
    thing: 'partnersProposal',
    call: path(() => ({ action: 'reject' })),
    expect: { partner: 403 },
  },
  'POST /api/challenges/{id}/pause id': { thing: 'challenge', call: path(), expect: BOTH },
  'POST /api/challenges/{id}/resume id': { thing: 'challenge', call: path(), expect: BOTH },
  'POST /api/challenges/{id}/extend id': {
    thing: 'challenge',
    call: path(() => ({ dueAt: inDays(30) })),
    expect: BOTH,
  },
  'POST /api/challenges/{id}/cancel id': { thing: 'challenge', call: path(), expect: BOTH },
  'POST /api/challenges/{id}/let-go id': { thing: 'challenge', call: path(), expect: { owner: 409, partner: 409 } },
  'POST /api/challenges/{id}/reflection id': {
    thing: 'completedChallenge',
    call: path(() => ({ text: 'It was good', mood: 4 })),
    expect: BOTH,
  },
  'POST /api/challenges/{id}/keepsake id': { thing: 'completedChallenge', call: path(), expect: BOTH },
  'POST /api/challenges/{id}/steps/{stepId}/complete id': {
    thing: 'challenge',
    call: ofChallenge(() => ({ text: 'Done' })),
    expect: { partner: 403 },
  },
  'DELETE /api/challenges/{id}/steps/{stepId}/complete id': {
    thing: 'startedChallenge',
    call: ofChallenge(),
    expect: { partner: 403 },
  },
  'POST /api/challenges/{id}/steps/{stepId}/skip id': { thing: 'challenge', call: ofChallenge(), expect: BOTH },
  'POST /api/challenges/{id}/steps/{stepId}/complete stepId': {
    thing: 'step',
    call: inChallenge(() => ({ text: 'Done' })),
    expect: { partner: 403 },
  },
  'DELETE /api/challenges/{id}/steps/{stepId}/complete stepId': {
    thing: 'doneStep',
    call: inChallenge(),
    expect: { partner: 403 },
  },
  'POST /api/challenges/{id}/steps/{stepId}/skip stepId': { thing: 'step', call: inChallenge(), expect: BOTH },
  'PATCH /api/challenges/templates/{id} id': {
    thing: 'ownTemplate',
    call: path(() => ({ version: 1, title: 'Theirs' })),
    expect: { partner: 403 },
  },
  'DELETE /api/challenges/templates/{id} id': { thing: 'ownTemplate', call: path(), expect: { partner: 403 } },
  'GET /api/goals cursor': { thing: 'goal', call: cursor, expect: BOTH, silent: true },
  'GET /api/goals/{id} id': { thing: 'goal', call: path(), expect: BOTH },
  'PATCH /api/goals/{id} id': {
    thing: 'goal',
    call: path(() => ({ version: 2, title: 'Theirs' })),
    expect: { partner: 403 },
  },
  'DELETE /api/goals/{id} id': { thing: 'endedGoal', call: path(), expect: { partner: 403 } },
  'PATCH /api/goals/{id}/respond id': {
    thing: 'goal',
    call: path(() => ({ action: 'pause' })),
    expect: { partner: 403 },
  },
  'POST /api/goals/{id}/entries id': {
    thing: 'goal',
    call: path(() => ({ delta: 1, clientId: randomUUID() })),
    expect: { partner: 403 },
  },
  'DELETE /api/goals/{id}/entries/{entryId} id': { thing: 'goal', call: ofGoal('entryId'), expect: { partner: 403 } },
  'DELETE /api/goals/{id}/entries/{entryId} entryId': {
    thing: 'goalEntry',
    call: inGoal('entryId'),
    expect: { partner: 403 },
  },
  'POST /api/goals/{id}/milestones/{milestoneId}/complete id': {
    thing: 'goal',
    call: ofGoal('milestoneId'),
    expect: { partner: 403 },
  },
  'POST /api/goals/{id}/milestones/{milestoneId}/complete milestoneId': {
    thing: 'milestone',
    call: inGoal('milestoneId'),
    expect: { partner: 403 },
  },
  'DELETE /api/goals/{id}/milestones/{milestoneId}/complete id': {
    thing: 'goal',
    call: ofGoal('milestoneId'),
    expect: { partner: 403 },
  },
  'DELETE /api/goals/{id}/milestones/{milestoneId}/complete milestoneId': {
    thing: 'milestone',
    call: inGoal('milestoneId'),
    expect: { partner: 403 },
  },
  'POST /api/goals/{id}/keepsake id': { thing: 'achievedGoal', call: path(), expect: { partner: 403 } },
  'POST /api/goals/{id}/cheer id': { thing: 'partnersGoal', call: path(), expect: { partner: 403 } },
  'GET /api/stories/sessions/{id} id': { thing: 'story', call: path(), expect: BOTH },
  // Each story has one open session: the next one that is made ends the owner's.
  'PATCH /api/stories/sessions/{id}/respond id': {
    thing: 'story',
    call: path(() => ({ action: 'accept' })),
    expect: { partner: 200, owner: 409 },
  },
  'POST /api/stories/sessions/{id}/choice id': {
    thing: 'begunStory',
    call: path(() => ({ nodeId: 'letter', version: 2 })),
    expect: { partner: 200, owner: 409 },
  },
  'POST /api/stories/sessions/{id}/keepsake id': { thing: 'finishedStory', call: path(), expect: BOTH },
  'PATCH /api/lists/{id} id': {
    thing: 'list',
    call: path(() => ({ version: 1, title: 'Theirs' })),
    expect: BOTH,
  },
  'DELETE /api/lists/{id} id': { thing: 'list', call: path(), expect: { partner: 409 } },
  'GET /api/lists/{id}/sync id': {
    thing: 'list',
    call: (id) => ({ path: { id }, query: '?after=0' }),
    expect: BOTH,
  },
  'POST /api/lists/{id}/pick id': { thing: 'list', call: path(), expect: BOTH },
  'POST /api/lists/{id}/items id': {
    thing: 'list',
    call: path(() => ({ text: 'Milk', clientId: randomUUID() })),
    expect: BOTH,
  },
  'POST /api/lists/{id}/items assignedTo': {
    thing: 'assignee',
    call: (assignedTo, { listId }) => ({
      path: { id: String(listId) },
      body: { text: 'Milk', assignedTo, clientId: randomUUID() },
    }),
    expect: BOTH,
  },
  'PATCH /api/lists/{id}/items/{itemId} assignedTo': {
    thing: 'assignee',
    call: (assignedTo, { listId, itemId }) => ({
      path: { id: String(listId), itemId: String(itemId) },
      body: { assignedTo, rev: 1, clientId: randomUUID() },
    }),
    expect: BOTH,
  },
  'PATCH /api/lists/{id}/items/{itemId} id': { thing: 'list', call: ofList(TICK), expect: BOTH },
  'PATCH /api/lists/{id}/items/{itemId} itemId': { thing: 'listItem', call: inList(TICK), expect: BOTH },
  'DELETE /api/lists/{id}/items/{itemId} id': { thing: 'list', call: ofList(REMOVAL), expect: BOTH },
  'DELETE /api/lists/{id}/items/{itemId} itemId': { thing: 'listItem', call: inList(REMOVAL), expect: BOTH },
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
  'POST /api/daily-question/{id}/answer id': {
    thing: 'dailyQuestion',
    call: path(() => ({ version: 1, answerVersion: 0, clientId: randomUUID(), text: 'Yes' })),
    expect: BOTH,
  },
  'POST /api/daily-question/{id}/swap id': { thing: 'dailyQuestion', call: path(() => ({ version: 1 })), expect: BOTH },
  'POST /api/daily-question/{id}/never id': {
    thing: 'dailyQuestion',
    call: path(() => ({ version: 1 })),
    expect: BOTH,
  },
  'POST /api/daily-question/{id}/reactions id': {
    thing: 'revealedQuestion',
    call: path(() => ({ emoji: '👍' })),
    expect: BOTH,
  },
  'POST /api/daily-question/{id}/keep id': {
    thing: 'revealedQuestion',
    call: path(() => ({ clientId: randomUUID() })),
    expect: CREATED,
  },
  'POST /api/daily-question/{id}/keep capsuleId': {
    thing: 'albumForAnswers',
    call: (capsuleId, { questionId }) => ({
      path: { id: String(questionId) },
      body: { capsuleId, clientId: randomUUID() },
    }),
    expect: CREATED,
  },
  'DELETE /api/questions/{id} id': { thing: 'ownQuestion', call: path() },
  'POST /api/memories/our-year challengeIds': {
    thing: 'completedChallenge',
    call: body((challengeId) => ({
      year: new Date().getUTCFullYear(),
      messageIds: [],
      challengeIds: [challengeId],
    })),
    expect: BOTH,
  },
  'POST /api/memories/our-year messageIds': {
    thing: 'message',
    call: body((messageId) => ({ year: new Date().getUTCFullYear(), messageIds: [messageId] })),
    expect: BOTH,
  },
  'POST /api/memories/on-this-day/hide messageId': {
    thing: 'message',
    call: body((messageId) => ({ messageId })),
    expect: BOTH,
  },
  'POST /api/memories/on-this-day/hide capsuleId': {
    thing: 'album',
    call: body((capsuleId) => ({ capsuleId })),
    expect: BOTH,
  },
  'DELETE /api/memories/on-this-day/exclusions/{id} id': { thing: 'exclusion', call: path() },
  'POST /api/messages chatId': {
    thing: 'chat',
    call: body((chatId) => ({ chatId, content: 'Hello' })),
    expect: CREATED,
  },
  'POST /api/messages replyTo': {
    thing: 'message',
    call: body((replyTo) => ({ replyTo, content: 'Re' })),
    expect: CREATED,
  },
  'PATCH /api/messages/read chatId': { thing: 'chat', call: body((chatId) => ({ chatId })), expect: BOTH },
  'PATCH /api/messages/delivered chatId': {
    thing: 'chat',
    call: body((chatId) => ({ chatId, upTo: 1 })),
    expect: BOTH,
  },
  'PUT /api/messages/unread chatId': {
    thing: 'chat',
    call: body((chatId) => ({ chatId, from: null })),
    expect: BOTH,
  },
  'PUT /api/messages/draft chatId': {
    thing: 'chat',
    call: body((chatId) => ({ chatId, content: 'Dear' })),
    expect: BOTH,
  },
  'PUT /api/messages/draft replyTo': {
    thing: 'message',
    call: body((replyTo) => ({ content: 'Dear', replyTo })),
    expect: BOTH,
  },
  'POST /api/messages/scheduled replyTo': {
    thing: 'message',
    call: body((replyTo) => ({ content: 'Later', at: tomorrow(), timezone: 'UTC', replyTo })),
    expect: CREATED,
  },
  'PATCH /api/messages/scheduled/{id} id': { thing: 'scheduled', call: path(() => ({ content: 'Better' })) },
  'DELETE /api/messages/scheduled/{id} id': { thing: 'scheduled', call: path() },
  'PUT /api/messages/{id}/pin id': ofMessage('message', BOTH),
  'DELETE /api/messages/{id}/pin id': ofMessage('message', BOTH),
  'PUT /api/messages/{id}/star id': ofMessage('message', BOTH),
  'DELETE /api/messages/{id}/star id': ofMessage('message', BOTH),
  'DELETE /api/messages/{id}/preview id': ofMessage('previewed', { partner: 403 }),
  'POST /api/messages/{id}/played id': ofMessage('voiceNote', BOTH),
  'POST /api/messages/{id}/reply id': ofMessage('message', CREATED, { content: 'Re' }),
  'POST /api/messages/{id}/reaction id': ofMessage('message', BOTH, { emoji: '👍' }),
  'PATCH /api/messages/{id} id': ofMessage('message', { partner: 403 }, { content: 'Edited' }),
  'DELETE /api/messages/{id} id': ofMessage('message', { partner: 403 }),
  'GET /api/media/avatars/{key}/{file} key': {
    thing: 'avatar',
    call: (key) => ({ path: { key, file: '128.webp' } }),
    bearer: true,
  },
  'GET /api/media/exports/{token} token': { thing: 'export', call: (token) => ({ path: { token } }), bearer: true },
  'GET /api/media/restitutions/{token} token': {
    thing: 'restitutionLink',
    call: (token) => ({ path: { token } }),
    bearer: true,
  },
  'POST /api/users/restitutions/{id}/link id': { thing: 'restitution', call: path(() => ({ password: PASSWORD })) },
  'POST /api/media/links ids': { thing: 'file', call: body((id) => ({ ids: [id] })), expect: BOTH, silent: true },
  'GET /api/media/attachments/{id}/{variant} id': {
    thing: 'file',
    call: (id) => ({ path: { id, variant: 'original' } }),
    expect: BOTH,
  },
  'GET /api/media/attachments/{id}/{variant} u, of a capsule': {
    thing: 'capsuleLinkOfUser',
    call: link('u'),
    bearer: true,
  },
  'GET /api/media/attachments/{id}/{variant} s, of a capsule': {
    thing: 'capsuleLinkOfSession',
    call: link('s'),
    bearer: true,
  },
  'GET /api/media/attachments/{id}/{variant} u, of a challenge': {
    thing: 'proofLinkOfUser',
    call: link('u'),
    bearer: true,
  },
  'GET /api/media/attachments/{id}/{variant} s, of a challenge': {
    thing: 'proofLinkOfSession',
    call: link('s'),
    bearer: true,
  },
  'GET /api/media/attachments/{id}/{variant} u, of a story': {
    thing: 'storyLinkOfUser',
    call: link('u'),
    bearer: true,
  },
  'GET /api/media/attachments/{id}/{variant} s, of a story': {
    thing: 'storyLinkOfSession',
    call: link('s'),
    bearer: true,
  },
  'GET /api/media/attachments/{id}/{variant} u': { thing: 'linkOfUser', call: link('u'), bearer: true },
  'GET /api/media/attachments/{id}/{variant} s': { thing: 'linkOfSession', call: link('s'), bearer: true },
  'POST /api/messages/upload replyTo': { thing: 'message', call: answering('files', 'a.txt', 'x'), expect: CREATED },
  'POST /api/messages/voice replyTo': {
    thing: 'message',
    call: answering('voice', 'note.wav', recording()),
    expect: CREATED,
  },
  'socket join_room chatId': { thing: 'chat', call: (chatId) => ({ chatId }), expect: BOTH },
  'socket leave_room chatId': { thing: 'chat', call: (chatId) => ({ chatId }), expect: BOTH },
  'socket send_message chatId': { thing: 'chat', call: (chatId) => ({ chatId, content: 'Hello' }), expect: BOTH },
  'socket send_message replyTo': { thing: 'message', call: (replyTo) => ({ replyTo, content: 'Re' }), expect: BOTH },
  'socket message_read chatId': { thing: 'chat', call: (chatId) => ({ chatId }), expect: BOTH },
  'socket message_delivered chatId': { thing: 'chat', call: (chatId) => ({ chatId, upTo: 1 }), expect: BOTH },
  'socket toggle_reaction messageId': {
    thing: 'message',
    call: (messageId) => ({ messageId, emoji: '👍' }),
    expect: BOTH,
  },
};
