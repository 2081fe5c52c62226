import { createPrivateKey, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { io } from 'socket.io-client';
import { switchOf } from './inside/switches.mjs';

/** @typedef {import('./scene.mjs').Scene} Scene @typedef {import('./faults.mjs').Tools} Tools */

/** Kills a process with SIGKILL and starts it again. @param {Scene} scene @param {Tools} tools @param {string} name */
async function killAndBringBack({ product, hurting }, { random }, name) {
  await hurting([name], async () => {
    await product.down(name, 'SIGKILL');
    await delay(random.below(1_500));
    await product.restart(name);
  });
}

/** @param {string[]} names */
export const killed =
  (...names) =>
  async (/** @type {Scene} */ scene, /** @type {Tools} */ tools) => {
    for (const name of names) {
      await killAndBringBack(scene, tools, name);
      await delay(500);
    }
  };

/** The first replica of a service that reaches the chosen point dies there, and the supervisor restarts it. @param {string} point @param {string} [service] */
export const diesAt =
  (point, service = 'messaging') =>
  async (/** @type {Scene} */ { product, hurting, switches, history }, /** @type {Tools} */ { short }) => {
    const both = [service, `${service}-2`];
    const name = switchOf(point, service);
    for (let times = short ? 1 : 3; times > 0; times -= 1) {
      await hurting(both, async () => {
        const before = product.pids();
        switches.on(name);
        for (const deadline = Date.now() + 20_000; switches.isOn(name); await delay(20)) {
          if (Date.now() < deadline) continue;
          switches.off(name);
          return history.violate('the fault happened', `no process reached ${name}`);
        }
        // A new pid for the name shows that the supervisor has noticed the crash.
        while (both.every((one) => product.pids()[one] === before[one])) await delay(20);
        for (const one of both) await product.ready(one);
      });
    }
  };

/** Suspends a process for a while, as a closed laptop does. @param {string} name */
export const frozen =
  (name) =>
  async (/** @type {Scene} */ { product, hurting }, /** @type {Tools} */ { short }) => {
    await hurting([name], async () => {
      const pid = Number(product.pids()[name]);
      process.kill(pid, 'SIGSTOP');
      await delay(short ? 6_000 : 30_000);
      process.kill(pid, 'SIGCONT');
    });
  };

/** Restarts the processes one after the other, as a rolling update does. @param {Scene} scene */
export async function rolledOver({ product, hurting }) {
  for (const name of Object.keys(product.processes)) await hurting([name], () => product.restart(name));
}

/** A correctly signed access token that has expired. @param {string} dir @param {string} userId */
function expiredToken(dir, userId) {
  const { keys } = JSON.parse(readFileSync(join(dir, 'keys', 'access-token.jwks.json'), 'utf8'));
  const now = Math.floor(Date.now() / 1_000);
  const encode = (/** @type {object} */ part) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const head = `${encode({ alg: 'ES256', typ: 'at+jwt', kid: keys[0].kid })}.${encode({ sub: userId, sid: userId, iss: 'duet', aud: 'duet', iat: now - 1_000, exp: now - 100 })}`;
  const key = createPrivateKey(readFileSync(join(dir, 'keys', 'access-token.private.pem')));
  return `${head}.${sign('sha256', Buffer.from(head), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`;
}

/** All clients reconnect at once with expired tokens, and connected ones are disconnected and reconnect too. @param {Scene} scene @param {Tools} tools */
export async function stormed({ dir, product, devices, history }, { short }) {
  const urls = ['realtime', 'realtime-2'].map((name) => String(product.processes[name].url));
  const token = expiredToken(dir, devices[0].person.id);
  for (const device of devices) device.cut();
  const refusals = Array.from({ length: short ? 100 : 1_000 }, (_, index) => {
    const socket = io(urls[index % 2], {
      auth: { token },
      transports: ['websocket'],
      reconnection: false,
      forceNew: true,
      timeout: 30_000,
    });
    return new Promise((resolve) => {
      socket.once('authenticated', () => history.violate('an expired token is refused', 'a socket was let in'));
      for (const event of ['authentication_error', 'connect_error', 'disconnect']) socket.once(event, resolve);
    }).then(() => socket.disconnect());
  });
  await Promise.all(refusals);
}
