import { randomBytes } from 'node:crypto';
import { expect } from '@jest/globals';
import { PASSWORD, formOf } from '../authorisation/world.mjs';
import {
  FOUND,
  MESSAGE,
  PARTNER,
  PICTURE_FILE,
  REQUEST,
  SETTINGS,
  VOICE_FILE,
  data,
  failure,
  flag,
  listOf,
  number,
  session,
  text,
  user,
} from './shapes.mjs';

/**
 * @typedef {import('../authorisation/world.mjs').World & {resetToken: string, verifyToken: string, request: string, spare: {email: string, token: string, refreshToken: string}}} World
 * @typedef {{as?: (world: World) => {token: string}, body?: (world: World) => unknown, path?: (world: World) => string, status?: number, isEventual?: boolean, answer: unknown}} Row
 */

const BETTER_PASSWORD = 'Better2Horse';

/** One pixel. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** @param {World} world */
const owner = ({ owner }) => owner;
/** @param {World} world */
const ex = ({ ex }) => ex;
/** @param {World} world */
const other = ({ other }) => other;
/** @param {World} world */
const partner = ({ partner }) => partner;
/** @param {World} world */
const stranger = ({ stranger }) => stranger;

const DONE = { success: true };
/** The answer of a call that links two people at once. */
const LINK = { partner: PARTNER, couple: expect.objectContaining({ chatId: text, timezone: text }), request: null };

function avatarForm() {
  const form = new FormData();
  form.append('avatar', new Blob([PICTURE], { type: 'image/png' }), 'me.png');
  return form;
}

/** A second of silence as a recorder without compression writes it. */
function recording() {
  const wav = Buffer.alloc(44 + 16_000);
  wav.write('RIFF', 0, 'latin1');
  wav.writeUInt32LE(36 + 16_000, 4);
  wav.write('WAVEfmt ', 8, 'latin1');
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(1, 22);
  wav.writeUInt32LE(8_000, 24);
  wav.writeUInt32LE(16_000, 28);
  wav.writeUInt16LE(2, 32);
  wav.writeUInt16LE(16, 34);
  wav.write('data', 36, 'latin1');
  wav.writeUInt32LE(16_000, 40);
  return wav;
}

function newcomer() {
  const username = `new_${randomBytes(4).toString('hex')}`;
  return {
    firstName: 'New',
    lastName: 'Comer',
    username,
    email: `${username}@example.org`,
    password: PASSWORD,
    confirmPassword: PASSWORD,
  };
}

/**
 * The calls that the specification lists: payload, status (200 by default) and the fields of the answer.
 * The test makes them in this order, and some depend on earlier ones. A key is the method and the path; a suffix after a
 * blank distinguishes several answers of one call.
 * @type {Record<string, Row>}
 */
export const CALLS = {
  'POST /auth/register': { body: newcomer, status: 201, answer: session(null) },
  'POST /auth/login': { body: ({ owner }) => ({ email: owner.email, password: PASSWORD }), answer: session(PARTNER) },
  'POST /auth/login without a partner': {
    body: ({ stranger }) => ({ email: stranger.email, password: PASSWORD }),
    answer: session(null),
  },
  'POST /auth/refresh-token': {
    body: ({ spare }) => ({ refreshToken: spare.refreshToken }),
    answer: { success: true, token: text, refreshToken: text },
  },
  'POST /auth/forgot-password': { body: ({ stranger }) => ({ email: stranger.email }), answer: DONE },
  'POST /auth/forgot-password of an unknown address': { body: () => ({ email: 'nobody@example.org' }), answer: DONE },
  'GET /auth/verify-email/{token}': { path: ({ verifyToken }) => verifyToken, answer: DONE },
  'GET /auth/verify-email/{token} again': {
    path: ({ verifyToken }) => verifyToken,
    status: 400,
    answer: failure('TOKEN_INVALID', 'This link is invalid or has expired'),
  },
  'POST /auth/reset-password': {
    body: ({ resetToken }) => ({ token: resetToken, password: PASSWORD }),
    answer: session(null),
  },
  'POST /auth/reset-password again': {
    body: ({ resetToken }) => ({ token: resetToken, password: PASSWORD }),
    status: 400,
    answer: failure('TOKEN_INVALID', 'This link is invalid or has expired'),
  },

  'PUT /users/password': {
    as: other,
    body: () => ({ currentPassword: PASSWORD, newPassword: BETTER_PASSWORD }),
    answer: DONE,
  },
  'PUT /users/password with a wrong one': {
    as: other,
    body: () => ({ currentPassword: PASSWORD, newPassword: BETTER_PASSWORD }),
    status: 403,
    answer: failure('WRONG_PASSWORD', 'The password is not correct'),
  },
  'GET /users/profile': { as: owner, answer: { success: true, user: user(PARTNER) } },
  'PUT /users/profile': {
    as: owner,
    body: () => ({ bio: 'Hello' }),
    answer: { success: true, user: { ...user(PARTNER), bio: 'Hello' } },
  },
  'POST /users/avatar': {
    as: other,
    body: avatarForm,
    answer: data({ avatar: expect.stringMatching(/^\/api\/media\/avatars\//) }),
  },
  'GET /users/settings': { as: owner, answer: data(SETTINGS) },
  'PUT /users/settings': {
    as: owner,
    body: () => ({ settings: { appearance: { theme: 'dark' } } }),
    answer: data({ ...SETTINGS, appearance: expect.objectContaining({ theme: 'dark' }) }),
  },
  'PUT /users/settings with an unknown key': {
    as: owner,
    body: () => ({ settings: { moods: {} } }),
    status: 400,
    answer: failure('VALIDATION_FAILED', text),
  },

  'GET /messages/conversation': { as: owner, answer: data({ chatId: text, messages: listOf(MESSAGE), hasMore: flag }) },
  'POST /messages': {
    as: owner,
    body: () => ({ content: 'Hello', messageType: 'text', replyTo: undefined }),
    status: 201,
    answer: data({ ...MESSAGE, content: 'Hello', isRead: false, status: 'sent' }),
  },
  'POST /messages that answers one': {
    as: owner,
    body: ({ message }) => ({ content: 'Yes', messageType: 'text', replyTo: message._id }),
    status: 201,
    answer: data({
      ...MESSAGE,
      content: 'Yes',
      replyTo: { sender: { firstName: 'Owner' }, content: 'canary of the couple' },
    }),
  },
  'POST /messages of nothing': {
    as: owner,
    body: () => ({ content: '  ', messageType: 'text' }),
    status: 400,
    answer: failure('VALIDATION_FAILED', text),
  },
  'POST /messages/{id}/reply': {
    as: owner,
    path: ({ message }) => message.id,
    body: () => ({ content: 'Re' }),
    status: 201,
    answer: data({ ...MESSAGE, content: 'Re', replyTo: expect.any(Object) }),
  },
  'POST /messages/{id}/reaction': {
    as: owner,
    path: ({ message }) => message.id,
    body: () => ({ emoji: '👍' }),
    answer: data({ ...MESSAGE, reactions: [{ emoji: '👍', user: text }] }),
  },
  'GET /messages/unread-count': { as: partner, answer: data({ count: 5 }) },
  'PATCH /messages/read': { as: partner, body: () => ({}), answer: data({ userId: text, upTo: number }) },
  'POST /messages/upload': {
    as: owner,
    body: () => formOf('files', 'me.png', PICTURE),
    status: 201,
    answer: data({ messages: listOf({ ...MESSAGE, messageType: 'image', attachments: listOf(PICTURE_FILE) }) }),
  },
  'POST /messages/voice': {
    as: owner,
    body: () => formOf('voice', 'note.wav', recording()),
    status: 201,
    answer: data({ message: { ...MESSAGE, messageType: 'voice', voiceStatus: text, attachments: listOf(VOICE_FILE) } }),
  },
  'DELETE /messages/{id}': {
    as: owner,
    path: ({ message }) => message.id,
    answer: data({ ...MESSAGE, deletedAt: text }),
  },
  'GET /messages/conversation without a partner': { as: ex, status: 403, answer: failure('NO_PARTNER', text) },

  'GET /partners/status': { as: owner, answer: data({ hasPartner: true, partner: PARTNER, pendingRequests: 0 }) },
  'GET /partners/search': { as: ex, path: () => '?q=stranger', answer: data(listOf(FOUND)) },
  'POST /partners/request': {
    as: ex,
    body: ({ stranger }) => ({ receiverId: stranger.id, message: 'Shall we?' }),
    status: 201,
    answer: data({ request: { ...REQUEST, message: 'Shall we?' } }),
  },
  'GET /partners/status with a received request': {
    as: stranger,
    answer: data({ hasPartner: false, partner: null, pendingRequests: 1 }),
  },
  'GET /partners/requests': {
    as: stranger,
    answer: data(listOf({ ...REQUEST, sender: expect.objectContaining({ firstName: 'Ex', username: text }) })),
  },
  'PATCH /partners/requests/{id}': {
    as: stranger,
    path: ({ request }) => request,
    body: () => ({ action: 'reject' }),
    answer: data({ partner: null }),
  },
  'POST /auth/link-partner that has to be answered': {
    as: ex,
    body: ({ stranger }) => ({ partnerIdentifier: stranger.username }),
    answer: { success: true, partner: null, request: REQUEST },
  },
  'POST /auth/link-partner': {
    as: stranger,
    body: ({ ex }) => ({ partnerIdentifier: ex.email }),
    answer: { success: true, ...LINK },
  },
  'DELETE /auth/unlink-partner': { as: ex, answer: { success: true, partner: null } },
  'DELETE /partners/unlink': { as: owner, answer: DONE },
  'DELETE /partners/unlink without a partner': { as: owner, status: 409, answer: failure('NOT_LINKED', text) },

  'DELETE /users/account with a wrong password': {
    as: owner,
    body: () => ({ password: BETTER_PASSWORD }),
    status: 403,
    answer: failure('WRONG_PASSWORD', text),
  },
  'DELETE /users/account': { as: owner, body: () => ({ password: PASSWORD }), answer: DONE },
  'POST /auth/logout': { body: ({ stranger }) => ({ refreshToken: stranger.refreshToken }), answer: DONE },
  'GET /users/profile of a session that has ended': {
    as: stranger,
    // A live update reports the ended session to the gateway.
    isEventual: true,
    status: 401,
    answer: failure('UNAUTHENTICATED', text),
  },
  'POST /auth/login of a deleted account': {
    body: ({ owner }) => ({ email: owner.email, password: PASSWORD }),
    status: 401,
    answer: failure('INVALID_CREDENTIALS', 'Invalid email or password'),
  },
};
