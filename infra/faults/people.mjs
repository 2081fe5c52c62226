import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { call } from './rest.mjs';

const PASSWORD = 'Quiet-Harbour-41';

/** @typedef {{id: string, email: string, from: string, token: string, refreshToken: string}} Person */
/** @typedef {{chatId: string, canary: string, people: [Person, Person]}} Couple */

let newcomers = 0;

/**
 * Tries a step of the preparation until it is done: nothing is broken on purpose yet.
 * @template {string} Path
 * @param {string} origin @param {string} method @param {Path} path @param {Parameters<typeof call>[3]} options
 */
async function must(origin, method, path, options) {
  for (let tries = 1; ; tries += 1) {
    const answer = await call(origin, method, path, options);
    if (answer.outcome === 'ok') return answer.body;
    if (tries === 20) throw new Error(`${method} ${path} was answered with ${answer.status} ${answer.code}`);
    await delay(100 * tries);
  }
}

/** @param {string} origin @param {string} firstName @returns {Promise<Person>} */
export async function register(origin, firstName) {
  newcomers += 1;
  // Addresses of their own, as people have: limits count by address.
  const from = `198.18.${Math.floor(newcomers / 250)}.${(newcomers % 250) + 1}`;
  const username = `${firstName.toLowerCase()}_${randomBytes(5).toString('hex')}`;
  const email = `${username}@example.org`;
  const { user, token, refreshToken } = await must(origin, 'POST', '/api/auth/register', { from, body: { firstName, lastName: 'Check', username, email, password: PASSWORD } });
  return { id: user.id, email, from, token, refreshToken };
}

/** @param {string} origin @param {Person} person */
export async function signIn(origin, { email, from }) {
  const { token, refreshToken } = await must(origin, 'POST', '/api/auth/login', { from, body: { email, password: PASSWORD } });
  return { token: String(token), refreshToken: String(refreshToken) };
}

/** A token for the next quarter of an hour; the old ones where that cannot be had now. @param {string} origin @param {Person} person */
export async function renew(origin, person) {
  const answer = await call(origin, 'POST', '/api/auth/refresh-token', { from: person.from, body: { refreshToken: person.refreshToken } });
  if (answer.outcome === 'ok') Object.assign(person, { token: answer.body.token, refreshToken: answer.body.refreshToken });
  // An answer that was lost may have used up the refresh token: the person signs in again.
  else if (answer.status === 401) Object.assign(person, await signIn(origin, person).catch(() => ({})));
}

/** @param {string} origin @param {Person} one @param {Person} other */
async function link(origin, one, other) {
  await must(origin, 'POST', '/api/partners/request', { token: one.token, from: one.from, body: { receiverId: other.id } });
  const [request] = await must(origin, 'GET', '/api/partners/requests', { token: other.token, from: other.from });
  await must(origin, 'PATCH', `/api/partners/requests/${request.id}`, { token: other.token, from: other.from, body: { action: 'accept' } });
  const { couple } = await must(origin, 'GET', '/api/partners/status', { token: one.token, from: one.from });
  if (!couple) throw new Error('two who were linked are no couple');
  return couple.chatId;
}

/** Two people, linked; their canary is in everything they say. @param {string} origin @returns {Promise<Couple>} */
export async function makeCouple(origin) {
  const [one, other] = [await register(origin, 'Ada'), await register(origin, 'Ben')];
  return { chatId: await link(origin, one, other), canary: `canary-${randomBytes(6).toString('hex')}`, people: [one, other] };
}

/**
 * Two who part and come together again as long as they are told to: whatever is cut off in the middle, each has the other or
 * nobody.
 * @param {string} origin @param {[Person, Person]} people @param {() => boolean} goesOn
 */
export async function wavering(origin, [one, other], goesOn) {
  const ask = /** @template {string} Path @param {Person} by @param {string} method @param {Path} path @param {unknown} body */ (by, method, path, body) => call(origin, method, path, { token: by.token, from: by.from, body });
  while (goesOn()) {
    await ask(one, 'POST', '/api/partners/request', { receiverId: other.id });
    const received = await ask(other, 'GET', '/api/partners/requests', undefined);
    for (const request of received.outcome === 'ok' ? received.body : []) await ask(other, 'PATCH', `/api/partners/requests/${request.id}`, { action: 'accept' });
    await ask(one, 'DELETE', '/api/partners/unlink', undefined);
    if (received.status === 401) await Promise.all([renew(origin, one), renew(origin, other)]);
    await delay(150);
  }
}
