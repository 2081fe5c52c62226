import { randomUUID } from 'node:crypto';
import { TEMPLATE } from './things/challenges.mjs';
import { tomorrow } from './things/scene.mjs';
import { PASSWORD, formOf } from './world.mjs';

/**
 * @typedef {import('./world.mjs').World} World
 * @typedef {import('./world.mjs').Role} Role
 * @typedef {{path?: Record<string, string>, query?: string, body?: unknown, isLink?: boolean}} Call
 * @typedef {[owner: number, partner: number, ex: number, other: number, stranger: number, anonymous: number]} Statuses
 * @typedef {{call?: (world: World, role: Role) => Call, expect: Statuses}} Row
 */

/** Data of the caller, for every signed-in user. @type {Statuses} */
const OWN = [200, 200, 200, 200, 200, 401];

/** Open to all callers. @param {number} status @returns {Statuses} */
const open = (status) => [status, status, status, status, status, status];

/** Data of the caller's couple: a caller without a couple has no access. @type {Statuses} */
const LINKED = [200, 200, 403, 200, 403, 401];

/** An authenticator's answer to a challenge that was never made. */
const neverAsked = () =>
  Buffer.from(JSON.stringify({ type: 'webauthn.get', challenge: 'A'.repeat(43), origin: 'http://localhost' })).toString(
    'base64url',
  );
const passkeyProof = () => ({
  id: 'AAAA',
  response: { clientDataJSON: neverAsked(), authenticatorData: 'AAAA', signature: 'AAAA' },
});

const DATE = { title: 'Our trip', date: '2030-12-24', yearly: false, remindDaysBefore: [3], private: false };

const later = () => ({ content: 'Later', at: tomorrow(), timezone: 'UTC' });

/**
 * One row per route that is called without an id, one expected status per role; `id-rows.mjs` has the others. A route
 * without a row fails the test, and so does a row without a route. Destructive calls give a wrong password.
 * @type {Record<string, Row>}
 */
export const ROUTES = {
  'POST /api/auth/register': { call: () => ({ body: {} }), expect: open(400) },
  'POST /api/auth/login': {
    call: () => ({ body: { email: 'nobody@example.org', password: PASSWORD } }),
    expect: open(401),
  },
  'POST /api/auth/passkey/options': { expect: open(200) },
  'POST /api/auth/passkey': { call: () => ({ body: passkeyProof() }), expect: open(403) },
  'POST /api/auth/refresh-token': { call: () => ({ body: { refreshToken: 'x'.repeat(43) } }), expect: open(401) },
  'POST /api/auth/forgot-password': {
    call: () => ({ body: { email: `${randomUUID()}@example.org` } }),
    expect: open(200),
  },
  'POST /api/auth/reset-password': {
    call: () => ({ body: { token: 'x'.repeat(43), password: PASSWORD } }),
    expect: open(400),
  },
  'POST /api/auth/cancel-email-change': { call: () => ({ body: { token: 'x'.repeat(43) } }), expect: open(400) },
  'POST /api/auth/two-factor/lost': {
    call: () => ({ body: { email: `${randomUUID()}@example.org` } }),
    expect: open(200),
  },
  'POST /api/auth/two-factor/removal': { call: () => ({ body: { token: 'x'.repeat(43) } }), expect: open(400) },
  'POST /api/auth/two-factor/keep': { call: () => ({ body: { token: 'x'.repeat(43) } }), expect: open(400) },
  'POST /api/auth/resend-verification': { call: () => ({ body: {} }), expect: [200, 200, 200, 200, 200, 400] },
  'GET /api/auth/sessions': { expect: OWN },
  'DELETE /api/auth/sessions': { expect: OWN },
  'POST /api/auth/link-partner': {
    call: () => ({ body: { partnerIdentifier: 'nobody_at_all' } }),
    expect: [404, 404, 404, 404, 404, 401],
  },
  'GET /api/users/profile': { expect: OWN },
  'PUT /api/users/profile': { call: () => ({ body: { bio: 'Hello' } }), expect: OWN },
  'PUT /api/users/password': {
    call: () => ({ body: { currentPassword: 'Wrong1Horse', newPassword: 'Better1Horse' } }),
    expect: [403, 403, 403, 403, 403, 401],
  },
  'POST /api/users/email': {
    call: () => ({ body: { email: `${randomUUID()}@example.org`, password: 'Wrong1Horse' } }),
    expect: [403, 403, 403, 403, 403, 401],
  },
  'DELETE /api/users/email': { expect: OWN },
  'GET /api/users/two-factor': { expect: OWN },
  'POST /api/users/two-factor': {
    call: () => ({ body: { password: 'Wrong1Horse' } }),
    expect: [403, 403, 403, 403, 403, 401],
  },
  'POST /api/users/two-factor/confirm': {
    call: () => ({ body: { code: '123456' } }),
    expect: [403, 403, 403, 403, 403, 401],
  },
  'POST /api/users/two-factor/recovery-codes': {
    call: () => ({ body: { password: 'Wrong1Horse' } }),
    expect: [403, 403, 403, 403, 403, 401],
  },
  'DELETE /api/users/two-factor/removal': { expect: OWN },
  'DELETE /api/users/two-factor': {
    call: () => ({ body: { password: 'Wrong1Horse' } }),
    expect: [403, 403, 403, 403, 403, 401],
  },
  'GET /api/users/passkeys': { expect: OWN },
  'POST /api/users/passkeys/options': {
    call: () => ({ body: { password: 'Wrong1Horse' } }),
    expect: [403, 403, 403, 403, 403, 401],
  },
  'POST /api/users/passkeys': {
    call: () => ({ body: { id: 'AAAA', response: { clientDataJSON: neverAsked(), attestationObject: 'AAAA' } } }),
    expect: [403, 403, 403, 403, 403, 401],
  },
  'POST /api/users/passkeys/confirm/options': { expect: [404, 404, 404, 404, 404, 401] },
  'POST /api/users/passkeys/confirm': {
    call: () => ({ body: passkeyProof() }),
    expect: [403, 403, 403, 403, 403, 401],
  },
  'DELETE /api/users/account': {
    call: () => ({ body: { password: 'Wrong1Horse' } }),
    expect: [403, 403, 403, 403, 403, 401],
  },
  'GET /api/users/settings': { expect: OWN },
  'PUT /api/users/settings': { call: () => ({ body: { settings: {} } }), expect: OWN },
  'GET /api/users/push': { expect: OWN },
  'POST /api/users/push': {
    call: () => ({ body: { endpoint: 'https://127.0.0.1/x', p256dh: 'A'.repeat(87), auth: 'A'.repeat(22) } }),
    expect: [400, 400, 400, 400, 400, 401],
  },
  'DELETE /api/users/push': { expect: OWN },
  'POST /api/users/push/test': { expect: [409, 409, 409, 409, 409, 401] },
  // The route accepts the token of a push, not a session's token.
  'GET /api/push/message': { expect: open(401) },
  'POST /api/push/reply': {
    call: () => ({ body: { content: 'Hello', clientMessageId: randomUUID() } }),
    expect: open(401),
  },
  'POST /api/push/love': { expect: open(401) },
  'POST /api/users/export': {
    call: () => ({ body: { password: 'Wrong1Horse' } }),
    expect: [403, 403, 403, 403, 403, 401],
  },
  'POST /api/users/export/link': { expect: [404, 404, 404, 404, 404, 401] },
  'GET /api/users/export': { expect: OWN },
  'GET /api/users/restitutions': { expect: OWN },
  'GET /api/partners/status': { expect: OWN },
  'GET /api/partners/bio': { expect: LINKED },
  'GET /api/partners/storage': { expect: LINKED },
  'PATCH /api/partners/timezone': { call: () => ({ body: { timezone: 'Europe/Berlin' } }), expect: LINKED },
  'PATCH /api/partners/together-since': {
    call: () => ({ body: { togetherSince: '2020-02-29', version: 0 } }),
    expect: LINKED,
  },
  'PUT /api/partners/nickname': { call: () => ({ body: { nickname: 'Dear' } }), expect: LINKED },
  'GET /api/partners/dates': { expect: LINKED },
  'POST /api/partners/dates': {
    call: () => ({ body: { ...DATE, clientId: randomUUID() } }),
    expect: [201, 201, 403, 201, 403, 401],
  },
  'GET /api/capsules': { expect: LINKED },
  'POST /api/capsules': {
    call: () => ({ body: { title: 'Our trip', kind: 'keepsake', clientId: randomUUID() } }),
    expect: [201, 201, 403, 201, 403, 401],
  },
  'GET /api/challenges': { expect: LINKED },
  'POST /api/challenges': {
    call: () => ({ body: { templateId: 'talk-ten-good-things', clientId: randomUUID() } }),
    expect: [201, 201, 403, 201, 403, 401],
  },
  'GET /api/challenges/templates': { expect: LINKED },
  'POST /api/challenges/templates': {
    call: () => ({ body: { ...TEMPLATE, clientId: randomUUID() } }),
    expect: [201, 201, 403, 201, 403, 401],
  },
  'GET /api/challenges/badges': { expect: LINKED },
  'GET /api/goals': { expect: LINKED },
  'POST /api/goals': {
    call: () => ({
      body: {
        title: 'Read more',
        category: 'learning',
        type: 'counter',
        target: 12,
        ownership: 'ours',
        clientId: randomUUID(),
      },
    }),
    expect: [201, 201, 403, 201, 403, 401],
  },
  'GET /api/stories': { expect: LINKED },
  'POST /api/stories/{templateId}/sessions': {
    call: () => ({ path: { templateId: 'small-mysteries' }, body: { clientId: randomUUID() } }),
    expect: [201, 201, 403, 201, 403, 401],
  },
  'GET /api/lists': { expect: LINKED },
  'GET /api/lists/templates': { expect: LINKED },
  'POST /api/lists': {
    call: () => ({ body: { title: 'Groceries', kind: 'shopping', clientId: randomUUID() } }),
    expect: [201, 201, 403, 201, 403, 401],
  },
  'GET /api/wishes': { expect: LINKED },
  'POST /api/wishes': {
    call: () => ({ body: { title: 'Breakfast in bed', points: 20, clientId: randomUUID() } }),
    expect: [201, 201, 403, 201, 403, 401],
  },
  'GET /api/memories/our-year': { expect: LINKED },
  'POST /api/memories/our-year/dismiss': {
    call: () => ({ body: { year: new Date().getUTCFullYear(), occasion: 'anniversary' } }),
    expect: LINKED,
  },
  'GET /api/memories/timeline': { expect: LINKED },
  'GET /api/memories/map': { expect: LINKED },
  'GET /api/memories/choices': { expect: LINKED },
  'GET /api/search': { call: () => ({ query: '?q=canary' }), expect: LINKED },
  'GET /api/partners/search': { call: () => ({ query: '?q=matrix' }), expect: OWN },
  'POST /api/partners/request': {
    call: () => ({ body: { receiverId: randomUUID() } }),
    expect: [404, 404, 404, 404, 404, 401],
  },
  'GET /api/partners/requests': { expect: OWN },
  'GET /api/partners/requests/sent': { expect: OWN },
  'GET /api/partners/blocked': { expect: OWN },
  'POST /api/partners/invite': { expect: [409, 409, 201, 409, 201, 401] },
  'GET /api/notifications': { expect: OWN },
  'PATCH /api/notifications/read': { call: () => ({ body: { all: true } }), expect: OWN },
  'GET /api/activity': { expect: LINKED },
  'GET /api/nudges': { expect: LINKED },
  'POST /api/nudges': { call: () => ({ body: { kind: 'thinking' } }), expect: [201, 201, 403, 201, 403, 401] },
  'GET /api/moods': { expect: LINKED },
  'PUT /api/moods/today': { call: () => ({ body: { mood: 'calm', note: 'A walk helped' } }), expect: LINKED },
  'DELETE /api/moods/today': { expect: LINKED },
  'GET /api/daily-question/today': { expect: LINKED },
  'GET /api/daily-question/history': { expect: LINKED },
  'GET /api/daily-question/preferences': { expect: LINKED },
  'PUT /api/daily-question/preferences': { call: () => ({ body: { categories: ['fun'] } }), expect: LINKED },
  'GET /api/questions': { expect: LINKED },
  'POST /api/questions': {
    call: () => ({ body: { text: 'What is it?', type: 'open', clientId: randomUUID() } }),
    expect: [201, 201, 403, 201, 403, 401],
  },
  'GET /api/stats/couple': { expect: LINKED },
  'GET /api/stats/me': { expect: OWN },
  'GET /api/memories/on-this-day': { expect: LINKED },
  'PUT /api/memories/on-this-day': { call: () => ({ body: { enabled: true } }), expect: LINKED },
  'GET /api/memories/on-this-day/exclusions': { expect: LINKED },
  'GET /api/messages/conversation': { expect: LINKED },
  'GET /api/messages/sync': { call: () => ({ query: '?after=0' }), expect: LINKED },
  'GET /api/messages/search': { call: () => ({ query: '?q=canary' }), expect: LINKED },
  'GET /api/messages/day': { call: () => ({ query: '?day=2026-11-22' }), expect: LINKED },
  'GET /api/messages/unread-count': { expect: LINKED },
  'POST /api/messages': { call: () => ({ body: { content: 'Hello' } }), expect: [201, 201, 403, 201, 403, 401] },
  'PATCH /api/messages/read': {
    call: (world) => ({ body: { chatId: world.chat } }),
    expect: [200, 200, 404, 404, 404, 401],
  },
  'PATCH /api/messages/delivered': {
    call: (world) => ({ body: { chatId: world.chat, upTo: 1 } }),
    expect: [200, 200, 404, 404, 404, 401],
  },
  'GET /api/messages/pinned': { expect: LINKED },
  'GET /api/messages/starred': { expect: LINKED },
  'PUT /api/messages/unread': { call: () => ({ body: { from: null } }), expect: LINKED },
  'GET /api/messages/gallery': { call: () => ({ query: '?kind=link' }), expect: LINKED },
  'PUT /api/messages/disappearing': { call: () => ({ body: { seconds: null } }), expect: LINKED },
  'GET /api/messages/draft': { expect: LINKED },
  'PUT /api/messages/draft': { call: () => ({ body: { content: 'Dear' } }), expect: LINKED },
  'GET /api/messages/scheduled': { expect: LINKED },
  'POST /api/messages/scheduled': { call: () => ({ body: later() }), expect: [201, 201, 403, 201, 403, 401] },
  'POST /api/messages/upload': {
    call: () => ({ body: formOf('files', 'a.txt', 'a') }),
    expect: [201, 201, 403, 201, 403, 401],
  },
  'POST /api/messages/voice': {
    call: () => ({ body: formOf('voice', 'a.webm', 'no sound') }),
    expect: [415, 415, 403, 415, 403, 401],
  },
  'POST /api/users/avatar': { expect: [415, 415, 415, 415, 415, 401] },
  'DELETE /api/users/avatar': { expect: OWN },
  'DELETE /api/auth/unlink-partner': { call: () => ({}), expect: [200, 409, 409, 200, 409, 401] },
  'DELETE /api/partners/unlink': { expect: [409, 409, 409, 409, 409, 401] },
  // Last, because it ends the sessions.
  'POST /api/auth/logout': { call: () => ({ body: { refreshToken: 'x'.repeat(43) } }), expect: open(200) },
};

/** Every route that takes the id of a message, because an ex-partner still knows some. */
export const FORMER = [
  'POST /api/messages/{id}/reply',
  'POST /api/messages/{id}/reaction',
  'PATCH /api/messages/{id}',
  'DELETE /api/messages/{id}',
  'PUT /api/messages/{id}/pin',
  'DELETE /api/messages/{id}/pin',
  'PUT /api/messages/{id}/star',
  'DELETE /api/messages/{id}/star',
  'DELETE /api/messages/{id}/preview',
  'POST /api/messages/{id}/played',
];
