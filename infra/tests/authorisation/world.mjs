import { randomBytes, randomUUID } from 'node:crypto';
import { eventually } from '../../local/eventually.mjs';

/**
 * @typedef {{id: string, token: string, refreshToken: string, email: string, username: string}} Person
 * @typedef {'owner' | 'partner' | 'ex' | 'other' | 'stranger' | 'blocked' | 'revoked' | 'anonymous'} Role
 * @typedef {Awaited<ReturnType<typeof makeWorld>>} World
 */

export const PASSWORD = 'Correct1Horse';

/** @type {readonly Role[]} */
export const ROLES = ['owner', 'partner', 'ex', 'other', 'stranger', 'blocked', 'revoked', 'anonymous'];

/**
 * One call over HTTP as a client makes it.
 * @param {string} origin @param {string} method @param {string} path
 * @param {{token?: string | undefined, body?: unknown}} [options]
 */
export async function call(origin, method, path, { token, body } = {}) {
  // A form brings its own content type.
  const isJson = body !== undefined && !(body instanceof FormData);
  const headers = {
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...(isJson ? { 'content-type': 'application/json' } : {}),
  };
  const answer = await fetch(`${origin}${path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, text, body: text.startsWith('{') ? JSON.parse(text) : {} };
}

/** Returns the data of a call that must succeed. @param {string} origin @param {string} method @param {string} path @param {Parameters<typeof call>[3]} [options] */
export async function must(origin, method, path, options) {
  const answer = await call(origin, method, path, options);
  if (answer.status >= 300) throw new Error(`${method} ${path} was answered with ${answer.status}: ${answer.text}`);
  return answer.body.data ?? answer.body;
}

/** @param {string} origin @param {string} firstName @returns {Promise<Person>} */
export async function newcomer(origin, firstName) {
  const username = `${firstName.toLowerCase()}_${randomBytes(4).toString('hex')}`;
  const email = `${username}@example.org`;
  const { user, token, refreshToken } = await must(origin, 'POST', '/api/auth/register', {
    body: { firstName, lastName: 'Matrix', username, email, password: PASSWORD },
  });
  return { id: user.id, token, refreshToken, email, username };
}

/** @param {string} origin @param {Person} from @param {Person} to @returns {Promise<string>} the conversation */
export async function link(origin, from, to) {
  await must(origin, 'POST', '/api/partners/request', { token: from.token, body: { receiverId: to.id } });
  const [request] = await must(origin, 'GET', '/api/partners/requests', { token: to.token });
  await must(origin, 'PATCH', `/api/partners/requests/${request.id}`, { token: to.token, body: { action: 'accept' } });
  const { couple } = await must(origin, 'GET', '/api/partners/status', { token: from.token });
  return couple.chatId;
}

/** @param {string} origin @param {Person} by @param {string} content */
export const say = (origin, by, content) =>
  must(origin, 'POST', '/api/messages', { token: by.token, body: { content, clientMessageId: randomUUID() } });

/** A form with one file. @param {string} field @param {string} name @param {BlobPart} content */
export function formOf(field, name, content) {
  const form = new FormData();
  form.append(field, new Blob([content]), name);
  return form;
}

/** A file in the conversation. It retries until media has consumed the event of the new couple. @param {string} origin @param {Person} by @param {string} content */
export async function share(origin, by, content) {
  for (const until = Date.now() + 5_000; ;) {
    const answer = await call(origin, 'POST', '/api/messages/upload', {
      token: by.token,
      body: formOf('files', 'canary.txt', content),
    });
    if (answer.status === 201) return answer.body.data.messages[0].attachments[0];
    if (answer.status !== 403 || Date.now() > until)
      throw new Error(`An upload was answered with ${answer.status}: ${answer.text}`);
  }
}

/** A session of this person that has been ended: its token opens nothing. @param {string} origin @param {Person} person @returns {Promise<Person>} */
async function revokedSession(origin, person) {
  const session = await must(origin, 'POST', '/api/auth/login', { body: { email: person.email, password: PASSWORD } });
  const sessions = await must(origin, 'GET', '/api/auth/sessions', { token: session.token });
  const { id } = sessions.find((/** @type {{current: boolean}} */ { current }) => current);
  await must(origin, 'DELETE', `/api/auth/sessions/${id}`, { token: person.token });
  await eventually(async () => {
    const { status } = await call(origin, 'GET', '/api/users/profile', { token: session.token });
    if (status !== 401) throw new Error(`the ended session is answered with ${status}`);
  });
  return { ...person, token: session.token, refreshToken: session.refreshToken };
}

/** @param {string} origin @param {Person} by @param {Person} person */
export const block = (origin, by, person) =>
  must(origin, 'POST', '/api/partners/block', { token: by.token, body: { userId: person.id } });

/**
 * The people of the matrix. The owner was linked with the ex first and is linked with the partner now; two others are
 * a couple of their own; the stranger has no partner. The owner and the stranger have blocked one person. One of the owner's
 * sessions has been ended. Each couple's text is a canary that no other may ever see.
 * @param {string} origin
 */
export async function makeWorld(origin) {
  const owner = await newcomer(origin, 'Owner');
  const partner = await newcomer(origin, 'Partner');
  const ex = await newcomer(origin, 'Ex');
  const other = await newcomer(origin, 'Other');
  const otherPartner = await newcomer(origin, 'Else');
  const stranger = await newcomer(origin, 'Stranger');
  const blocked = await newcomer(origin, 'Blocked');
  const formerChat = await link(origin, owner, ex);
  const formerMessage = await say(origin, ex, 'canary of the former couple');
  const formerFile = await share(origin, ex, 'canary of the former couple');
  await must(origin, 'DELETE', '/api/partners/unlink', { token: owner.token });
  const chat = await link(origin, owner, partner);
  await link(origin, other, otherPartner);
  const message = await say(origin, owner, 'canary of the couple');
  const file = await share(origin, owner, 'canary of the couple');
  const date = await must(origin, 'POST', '/api/partners/dates', {
    token: owner.token,
    body: {
      title: 'canary of the couple',
      date: '2030-12-24',
      yearly: false,
      remindDaysBefore: [3],
      private: false,
      clientId: randomUUID(),
    },
  });
  for (const by of [owner, stranger]) await block(origin, by, blocked);
  const revoked = await revokedSession(origin, owner);
  const people = { owner, partner, ex, other, stranger, blocked, revoked };
  return { origin, ...people, people, chat, message, file, date, formerChat, formerMessage, formerFile };
}

/** @param {World} world @param {Role} role */
export const tokenOf = (world, role) => (role === 'anonymous' ? undefined : world.people[role].token);
