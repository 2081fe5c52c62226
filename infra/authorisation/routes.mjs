import { createECDH, randomUUID } from 'node:crypto';
import { PASSWORD, formOf } from './world.mjs';

/**
 * @typedef {import('./world.mjs').World} World
 * @typedef {import('./world.mjs').Role} Role
 * @typedef {{path?: Record<string, string>, query?: string, body?: unknown}} Call
 * @typedef {[owner: number, partner: number, ex: number, other: number, stranger: number, anonymous: number]} Statuses
 * @typedef {{call?: (world: World, role: Role) => Call, expect: Statuses}} Row
 */

/** Anybody signed in, about themselves. @type {Statuses} */
const OWN = [200, 200, 200, 200, 200, 401];

/** Open to all: what decides is not who calls. @param {number} status @returns {Statuses} */
const open = (status) => [status, status, status, status, status, status];

/** The couple's own affairs: whoever has no couple has no access, and another couple has its own. @type {Statuses} */
const LINKED = [200, 200, 403, 200, 403, 401];

const unknown = () => ({ path: { id: randomUUID(), userId: randomUUID(), code: 'ABCDEFGH', token: 'x'.repeat(43), key: 'a'.repeat(32), file: '128.webp' } });

/** A browser's public key. */
const POINT = createECDH('prime256v1').generateKeys('base64url');

/** The couple's message, by its id. @param {unknown} [body] @returns {(world: World) => Call} */
const message = (body) => (world) => ({ path: { id: world.message.id }, ...(body === undefined ? {} : { body }) });

/** An authenticator's answer to a challenge that was never made. */
const neverAsked = () => Buffer.from(JSON.stringify({ type: 'webauthn.get', challenge: 'A'.repeat(43), origin: 'http://localhost' })).toString('base64url');
const passkeyProof = () => ({ id: 'AAAA', response: { clientDataJSON: neverAsked(), authenticatorData: 'AAAA', signature: 'AAAA' } });

const DATE = { title: 'Our trip', date: '2030-12-24', yearly: false, remindDaysBefore: [3], private: false };

/** Tomorrow at nine. */
const later = () => ({ content: 'Later', at: `${new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)}T09:00`, timezone: 'UTC' });

/**
 * Who may do what: one row per route, one expected status per role. A route without a row fails the test; so does a
 * row without a route. Destructive calls name somebody or something that does not exist, or give a wrong password.
 * @type {Record<string, Row>}
 */
export const ROUTES = {
  'POST /api/auth/register': { call: () => ({ body: {} }), expect: open(400) },
  'POST /api/auth/login': { call: () => ({ body: { email: 'nobody@example.org', password: PASSWORD } }), expect: open(401) },
  'POST /api/auth/passkey/options': { expect: open(200) },
  'POST /api/auth/passkey': { call: () => ({ body: passkeyProof() }), expect: open(403) },
  'POST /api/auth/refresh-token': { call: () => ({ body: { refreshToken: 'x'.repeat(43) } }), expect: open(401) },
  'POST /api/auth/logout': { call: () => ({ body: { refreshToken: 'x'.repeat(43) } }), expect: open(200) },
  'POST /api/auth/forgot-password': { call: () => ({ body: { email: `${randomUUID()}@example.org` } }), expect: open(200) },
  'POST /api/auth/reset-password': { call: () => ({ body: { token: 'x'.repeat(43), password: PASSWORD } }), expect: open(400) },
  'GET /api/auth/verify-email/{token}': { call: unknown, expect: open(400) },
  'POST /api/auth/resend-verification': { call: () => ({ body: {} }), expect: [200, 200, 200, 200, 200, 400] },
  'GET /api/auth/sessions': { expect: OWN },
  'DELETE /api/auth/sessions': { expect: OWN },
  'DELETE /api/auth/sessions/{id}': { call: unknown, expect: [404, 404, 404, 404, 404, 401] },
  'POST /api/auth/link-partner': { call: () => ({ body: { partnerIdentifier: 'nobody_at_all' } }), expect: [404, 404, 404, 404, 404, 401] },
  'GET /api/users/profile': { expect: OWN },
  'PUT /api/users/profile': { call: () => ({ body: { bio: 'Hello' } }), expect: OWN },
  'PUT /api/users/password': { call: () => ({ body: { currentPassword: 'Wrong1Horse', newPassword: 'Better1Horse' } }), expect: [403, 403, 403, 403, 403, 401] },
  'POST /api/users/email': { call: () => ({ body: { email: `${randomUUID()}@example.org`, password: 'Wrong1Horse' } }), expect: [403, 403, 403, 403, 403, 401] },
  'DELETE /api/users/email': { expect: OWN },
  'GET /api/users/two-factor': { expect: OWN },
  'POST /api/users/two-factor': { call: () => ({ body: { password: 'Wrong1Horse' } }), expect: [403, 403, 403, 403, 403, 401] },
  'POST /api/users/two-factor/confirm': { call: () => ({ body: { code: '123456' } }), expect: [409, 409, 409, 409, 409, 401] },
  'POST /api/users/two-factor/recovery-codes': { call: () => ({ body: { password: 'Wrong1Horse' } }), expect: [403, 403, 403, 403, 403, 401] },
  'DELETE /api/users/two-factor': { call: () => ({ body: { password: 'Wrong1Horse' } }), expect: [403, 403, 403, 403, 403, 401] },
  'GET /api/users/passkeys': { expect: OWN },
  'POST /api/users/passkeys/options': { call: () => ({ body: { password: 'Wrong1Horse' } }), expect: [403, 403, 403, 403, 403, 401] },
  'POST /api/users/passkeys': { call: () => ({ body: { id: 'AAAA', response: { clientDataJSON: neverAsked(), attestationObject: 'AAAA' } } }), expect: [403, 403, 403, 403, 403, 401] },
  'PATCH /api/users/passkeys/{id}': { call: () => ({ ...unknown(), body: { name: 'Phone' } }), expect: [404, 404, 404, 404, 404, 401] },
  'DELETE /api/users/passkeys/{id}': { call: () => ({ ...unknown(), body: { password: PASSWORD } }), expect: [404, 404, 404, 404, 404, 401] },
  'POST /api/users/passkeys/confirm/options': { expect: [404, 404, 404, 404, 404, 401] },
  'POST /api/users/passkeys/confirm': { call: () => ({ body: passkeyProof() }), expect: [403, 403, 403, 403, 403, 401] },
  'DELETE /api/users/account': { call: () => ({ body: { password: 'Wrong1Horse' } }), expect: [403, 403, 403, 403, 403, 401] },
  'GET /api/users/settings': { expect: OWN },
  'PUT /api/users/settings': { call: () => ({ body: { settings: {} } }), expect: OWN },
  'GET /api/users/push': { expect: OWN },
  'POST /api/users/push': { call: () => ({ body: { endpoint: 'https://127.0.0.1/x', p256dh: 'A'.repeat(87), auth: 'A'.repeat(22) } }), expect: [400, 400, 400, 400, 400, 401] },
  'DELETE /api/users/push': { expect: OWN },
  'POST /api/users/push/test': { expect: [409, 409, 409, 409, 409, 401] },
  'POST /api/push/renew': { call: () => ({ body: { endpoint: 'https://push.example/x', p256dh: POINT, auth: 'A'.repeat(22), oldEndpoint: 'https://push.example/y', oldAuth: 'A'.repeat(22) } }), expect: open(404) },
  // A session's token is no notice's.
  'GET /api/push/message': { expect: open(401) },
  'POST /api/users/export': { expect: [202, 202, 202, 202, 202, 401] },
  'GET /api/users/export': { expect: OWN },
  'GET /api/partners/status': { expect: OWN },
  'PATCH /api/partners/timezone': { call: () => ({ body: { timezone: 'Europe/Berlin' } }), expect: LINKED },
  'PATCH /api/partners/together-since': { call: () => ({ body: { togetherSince: '2020-02-29', version: 0 } }), expect: LINKED },
  'PUT /api/partners/nickname': { call: () => ({ body: { nickname: 'Dear' } }), expect: LINKED },
  'GET /api/partners/dates': { expect: LINKED },
  'POST /api/partners/dates': { call: () => ({ body: { ...DATE, clientId: randomUUID() } }), expect: [201, 201, 403, 201, 403, 401] },
  'PATCH /api/partners/dates/{id}': { call: ({ date }) => ({ path: { id: date.id }, body: { version: 1 } }), expect: [200, 409, 403, 404, 403, 401] },
  'DELETE /api/partners/dates/{id}': { call: ({ date }) => ({ path: { id: date.id } }), expect: [200, 404, 403, 404, 403, 401] },
  'GET /api/partners/search': { call: () => ({ query: '?q=matrix' }), expect: OWN },
  'POST /api/partners/request': { call: () => ({ body: { receiverId: randomUUID() } }), expect: [404, 404, 404, 404, 404, 401] },
  'GET /api/partners/requests': { expect: OWN },
  'GET /api/partners/requests/sent': { expect: OWN },
  'PATCH /api/partners/requests/{id}': { call: () => ({ ...unknown(), body: { action: 'accept' } }), expect: [404, 404, 404, 404, 404, 401] },
  'DELETE /api/partners/requests/{id}': { call: unknown, expect: [404, 404, 404, 404, 404, 401] },
  'POST /api/partners/block': { call: () => ({ body: { userId: randomUUID() } }), expect: [404, 404, 404, 404, 404, 401] },
  'DELETE /api/partners/block/{userId}': { call: unknown, expect: OWN },
  'GET /api/partners/blocked': { expect: OWN },
  'POST /api/partners/invite': { expect: [409, 409, 201, 409, 201, 401] },
  'GET /api/partners/invite/{code}': { call: unknown, expect: [404, 404, 404, 404, 404, 401] },
  'GET /api/notifications': { expect: OWN },
  'PATCH /api/notifications/read': { call: () => ({ body: { all: true } }), expect: OWN },
  'GET /api/activity': { expect: LINKED },
  'GET /api/daily-question/today': { expect: LINKED },
  'GET /api/daily-question/history': { expect: LINKED },
  'GET /api/daily-question/preferences': { expect: LINKED },
  'PUT /api/daily-question/preferences': { call: () => ({ body: { categories: ['fun'] } }), expect: LINKED },
  'POST /api/daily-question/{id}/answer': { call: () => ({ ...unknown(), body: { version: 1, answerVersion: 0, clientId: randomUUID(), text: 'Yes' } }), expect: [404, 404, 403, 404, 403, 401] },
  'POST /api/daily-question/{id}/swap': { call: () => ({ ...unknown(), body: { version: 1 } }), expect: [404, 404, 403, 404, 403, 401] },
  'POST /api/daily-question/{id}/never': { call: () => ({ ...unknown(), body: { version: 1 } }), expect: [404, 404, 403, 404, 403, 401] },
  'POST /api/daily-question/{id}/reactions': { call: () => ({ ...unknown(), body: { emoji: '👍' } }), expect: [404, 404, 403, 404, 403, 401] },
  'GET /api/questions': { expect: LINKED },
  'POST /api/questions': { call: () => ({ body: { text: 'What is it?', type: 'open', clientId: randomUUID() } }), expect: [201, 201, 403, 201, 403, 401] },
  'DELETE /api/questions/{id}': { call: unknown, expect: [404, 404, 403, 404, 403, 401] },
  'GET /api/stats/couple': { expect: LINKED },
  'GET /api/stats/me': { expect: OWN },
  'GET /api/memories/on-this-day': { expect: LINKED },
  'PUT /api/memories/on-this-day': { call: () => ({ body: { enabled: true } }), expect: LINKED },
  'POST /api/memories/on-this-day/hide': { call: (world) => ({ body: { messageId: world.message.id } }), expect: [200, 200, 403, 404, 403, 401] },
  'GET /api/memories/on-this-day/exclusions': { expect: LINKED },
  'DELETE /api/memories/on-this-day/exclusions/{id}': { call: unknown, expect: [404, 404, 403, 404, 403, 401] },
  'GET /api/messages/conversation': { expect: LINKED },
  'GET /api/messages/sync': { call: () => ({ query: '?after=0' }), expect: LINKED },
  'GET /api/messages/search': { call: () => ({ query: '?q=canary' }), expect: LINKED },
  'GET /api/messages/unread-count': { expect: LINKED },
  'POST /api/messages': { call: () => ({ body: { content: 'Hello' } }), expect: [201, 201, 403, 201, 403, 401] },
  'PATCH /api/messages/read': { call: (world) => ({ body: { chatId: world.chat } }), expect: [200, 200, 404, 404, 404, 401] },
  'PATCH /api/messages/delivered': { call: (world) => ({ body: { chatId: world.chat, upTo: 1 } }), expect: [200, 200, 404, 404, 404, 401] },
  'GET /api/messages/pinned': { expect: LINKED },
  'GET /api/messages/gallery': { call: () => ({ query: '?kind=link' }), expect: LINKED },
  'PUT /api/messages/disappearing': { call: () => ({ body: { seconds: null } }), expect: LINKED },
  'GET /api/messages/draft': { expect: LINKED },
  'PUT /api/messages/draft': { call: () => ({ body: { content: 'Dear' } }), expect: LINKED },
  'GET /api/messages/scheduled': { expect: LINKED },
  'POST /api/messages/scheduled': { call: () => ({ body: later() }), expect: [201, 201, 403, 201, 403, 401] },
  'PATCH /api/messages/scheduled/{id}': { call: () => ({ ...unknown(), body: { content: 'Better' } }), expect: [404, 404, 403, 404, 403, 401] },
  'DELETE /api/messages/scheduled/{id}': { call: unknown, expect: [404, 404, 403, 404, 403, 401] },
  'PUT /api/messages/{id}/pin': { call: message(), expect: [200, 200, 403, 404, 403, 401] },
  'DELETE /api/messages/{id}/pin': { call: message(), expect: [200, 200, 403, 404, 403, 401] },
  'DELETE /api/messages/{id}/preview': { call: message(), expect: [404, 403, 403, 404, 403, 401] },
  'POST /api/messages/{id}/played': { call: message(), expect: [404, 404, 403, 404, 403, 401] },
  'POST /api/messages/{id}/reply': { call: message({ content: 'Re' }), expect: [201, 201, 403, 404, 403, 401] },
  'POST /api/messages/{id}/reaction': { call: message({ emoji: '👍' }), expect: [200, 200, 403, 404, 403, 401] },
  'PATCH /api/messages/{id}': { call: message({ content: 'Edited' }), expect: [200, 403, 403, 404, 403, 401] },
  'DELETE /api/messages/{id}': { call: message(), expect: [200, 403, 403, 404, 403, 401] },
  'GET /api/media/avatars/{key}/{file}': { call: unknown, expect: open(404) },
  'GET /api/media/exports/{token}': { call: () => ({ path: { token: 'aaaa.bbbb.cccc' } }), expect: open(404) },
  'POST /api/media/links': { call: (world) => ({ body: { ids: [world.file.id, world.formerFile.id] } }), expect: OWN },
  'GET /api/media/attachments/{id}/{variant}': { call: (world) => ({ path: { id: world.file.id, variant: 'original' } }), expect: [200, 200, 404, 404, 404, 401] },
  'POST /api/messages/upload': { call: () => ({ body: formOf('files', 'a.txt', 'a') }), expect: [201, 201, 403, 201, 403, 401] },
  'POST /api/messages/voice': { call: () => ({ body: formOf('voice', 'a.webm', 'no sound') }), expect: [415, 415, 403, 415, 403, 401] },
  'POST /api/users/avatar': { expect: [415, 415, 415, 415, 415, 401] },
  'DELETE /api/users/avatar': { expect: OWN },
  'DELETE /api/auth/unlink-partner': { call: () => ({}), expect: [200, 409, 409, 200, 409, 401] },
  'DELETE /api/partners/unlink': { expect: [409, 409, 409, 409, 409, 401] },
};

/** What the ex still knows by id, tried against every route that takes the id of a message. */
export const FORMER = [
  'POST /api/messages/{id}/reply', 'POST /api/messages/{id}/reaction', 'PATCH /api/messages/{id}', 'DELETE /api/messages/{id}',
  'PUT /api/messages/{id}/pin', 'DELETE /api/messages/{id}/pin', 'DELETE /api/messages/{id}/preview', 'POST /api/messages/{id}/played',
];
