import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { call } from './http-client.mjs';

export const PASSWORD = 'Quiet-Harbour-41';

/** @typedef {{id: string, email: string, from: string, token: string, refreshToken: string}} Person */
/** @typedef {{chatId: string, canary: string, people: [Person, Person]}} Couple */

let newcomers = 0;

/**
 * Retries a step of the preparation until it succeeds. No fault is active yet.
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
  // Each person has an address, because limits count by address.
  const from = `198.18.${Math.floor(newcomers / 250)}.${(newcomers % 250) + 1}`;
  const username = `${firstName.toLowerCase()}_${randomBytes(5).toString('hex')}`;
  const email = `${username}@example.org`;
  const { user, token, refreshToken } = await must(origin, 'POST', '/api/auth/register', {
    from,
    body: { firstName, lastName: 'Check', username, email, password: PASSWORD },
  });
  return { id: user.id, email, from, token, refreshToken };
}

/** @param {string} origin @param {Person} person */
export async function signIn(origin, { email, from }) {
  const { token, refreshToken } = await must(origin, 'POST', '/api/auth/login', {
    from,
    body: { email, password: PASSWORD },
  });
  return { token: String(token), refreshToken: String(refreshToken) };
}

/** Renews a person's tokens; keeps the old ones when that fails. @param {string} origin @param {Person} person */
export async function renew(origin, person) {
  const answer = await call(origin, 'POST', '/api/auth/refresh-token', {
    from: person.from,
    body: { refreshToken: person.refreshToken },
  });
  if (answer.outcome === 'ok')
    Object.assign(person, { token: answer.body.token, refreshToken: answer.body.refreshToken });
  // A lost answer may have used up the refresh token, so the person signs in again.
  else if (answer.status === 401) Object.assign(person, await signIn(origin, person).catch(() => ({})));
}

/** @param {string} origin @param {Person} one @param {Person} other */
async function link(origin, one, other) {
  await must(origin, 'POST', '/api/partners/request', {
    token: one.token,
    from: one.from,
    body: { receiverId: other.id },
  });
  const [request] = await must(origin, 'GET', '/api/partners/requests', { token: other.token, from: other.from });
  await must(origin, 'PATCH', `/api/partners/requests/${request.id}`, {
    token: other.token,
    from: other.from,
    body: { action: 'accept' },
  });
  const { couple } = await must(origin, 'GET', '/api/partners/status', { token: one.token, from: one.from });
  if (!couple) throw new Error('two linked people are not a couple');
  return couple.chatId;
}

/**
 * Two linked people; every text of theirs contains their canary.
 * @param {string} origin @param {boolean} isHiding one of them shows no receipts: their markers move by own revisions alone
 * @returns {Promise<Couple>}
 */
export async function makeCouple(origin, isHiding) {
  const [one, other] = [await register(origin, 'Ada'), await register(origin, 'Ben')];
  if (isHiding)
    await call(origin, 'PUT', '/api/users/settings', {
      token: other.token,
      from: other.from,
      body: { settings: { privacy: { readReceipts: false } } },
    });
  return {
    chatId: await link(origin, one, other),
    canary: `canary-${randomBytes(6).toString('hex')}`,
    people: [one, other],
  };
}

/** Subscribes the person's session to pushes. @param {string} origin @param {Person} person @param {object} subscription */
export const subscribe = (origin, { token, from }, subscription) =>
  must(origin, 'POST', '/api/users/push', { token, from, body: subscription });

/** Two people who are not linked. @param {string} origin @returns {Promise<[Person, Person]>} */
export const makeWaverers = async (origin) => [await register(origin, 'Wim'), await register(origin, 'Vera')];

/**
 * Two people who link and unlink repeatedly. After every interruption both are linked to each other, or neither is. Two others
 * replace them in `waverers` when they have sent as many requests as the gateway allows a person.
 * @param {string} origin @param {[Person, Person]} waverers @param {() => boolean} goesOn
 */
export async function wavering(origin, waverers, goesOn) {
  const ask =
    /** @template {string} Path @param {Person} by @param {string} method @param {Path} path @param {unknown} body */ (
      by,
      method,
      path,
      body,
    ) => call(origin, method, path, { token: by.token, from: by.from, body });
  while (goesOn()) {
    const [one, other] = waverers;
    const requested = await ask(one, 'POST', '/api/partners/request', { receiverId: other.id });
    const received = await ask(other, 'GET', '/api/partners/requests', undefined);
    for (const request of received.outcome === 'ok' ? received.body : [])
      await ask(other, 'PATCH', `/api/partners/requests/${request.id}`, { action: 'accept' });
    await ask(one, 'DELETE', '/api/partners/unlink', undefined);
    if (received.status === 401) await Promise.all([renew(origin, one), renew(origin, other)]);
    if (requested.status === 429) {
      // During a fault a registration may fail; the next turn tries again.
      const others = await makeWaverers(origin).catch(() => waverers);
      waverers.splice(0, 2, ...others);
    }
    await delay(150);
  }
}
