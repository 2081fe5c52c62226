import { randomBytes } from 'node:crypto';

const PASSWORD = 'Paper-Lantern-7';

/** @param {string} origin @param {string} method @param {string} path @param {string} [token] @param {object} [body] @returns {Promise<any>} */
async function api(origin, method, path, token, body) {
  const headers = { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) };
  const response = await fetch(`${origin}/api${path}`, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return response.json();
}

/** @param {string} origin @param {string} firstName */
function register(origin, firstName) {
  const username = `${firstName.toLowerCase()}_${randomBytes(4).toString('hex')}`;
  return api(origin, 'POST', '/auth/register', undefined, {
    firstName,
    lastName: 'Winter',
    username,
    email: `${username}@example.org`,
    password: PASSWORD,
    confirmPassword: PASSWORD,
  });
}

/** Registers and links two people and returns the answers of their registration. @param {string} origin */
export async function aCouple(origin) {
  const [mira, jonas] = await Promise.all([register(origin, 'Mira'), register(origin, 'Jonas')]);
  await api(origin, 'POST', '/partners/request', mira.token, { receiverId: jonas.user._id });
  const { data: requests } = await api(origin, 'GET', '/partners/requests', jonas.token);
  await api(origin, 'PATCH', `/partners/requests/${requests[0]._id}`, jonas.token, { action: 'accept' });
  const { data } = await api(origin, 'GET', '/partners/status', mira.token);
  return { mira, jonas, chatId: data.couple.chatId };
}
