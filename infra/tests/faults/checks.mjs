import { checkCapsules } from './capsules.mjs';
import { checkChallenges } from './challenges.mjs';
import { checkClosedApp } from './closed-app.mjs';
import { checkMedia } from './media.mjs';
import { compareDevices, compareFresh, compareOwn } from './copies.mjs';
import { couplesAgree, settles } from './convergence.mjs';
import { checkConversation } from './order.mjs';
import { renew } from './people.mjs';
import { checkTimed } from './timed.mjs';
import { call } from './http-client.mjs';
import { countDeadLetters, readMessages, readPairs } from './tables.mjs';

/** @typedef {import('./scene.mjs').Scene} Scene */

/** partner(a) = b exactly when partner(b) = a, in the tables and for the two themselves. @param {Scene} scene */
async function pairsAgree({ origin, tables, waverers, history }) {
  const { pairing } = await readPairs(tables);
  for (const { id, members } of pairing)
    if (members.length !== 2) history.violate('partner(a)=b iff partner(b)=a', `${id} has ${members.length} members`);
  const partners = [];
  for (const person of waverers) {
    await renew(origin, person);
    const { outcome, body } = await call(origin, 'GET', '/api/partners/status', {
      token: person.token,
      from: person.from,
    });
    partners.push(outcome === 'ok' ? (body.partner?._id ?? null) : `unknown partner: ${outcome}`);
  }
  const expected = partners[0] === null ? [null, null] : [waverers[1].id, waverers[0].id];
  if (JSON.stringify(partners) !== JSON.stringify(expected))
    history.violate('partner(a)=b iff partner(b)=a', `the two see ${partners.join(' and ')}`);
}

/**
 * Checks all promises after the load ended.
 * @param {Scene} scene
 * @param {number} sample the number of couples whose whole history a fresh sign-in reads again
 */
export async function checkAll(scene, sample) {
  const { tables, couples, history } = scene;
  await settles(scene);
  await couplesAgree(scene);
  const rows = await readMessages(
    tables,
    couples.map(({ chatId }) => chatId),
  );
  const sends = Map.groupBy(history.sends.values(), (send) => send.chatId);
  const totals = { lost: 0, doubled: 0, reordered: 0 };
  for (const { chatId } of couples) {
    const found = checkConversation(sends.get(chatId) ?? [], rows.get(chatId) ?? [], history.violate);
    totals.lost += found.lost;
    totals.doubled += found.doubled;
    totals.reordered += found.reordered;
  }
  compareDevices(scene, rows);
  await compareOwn(scene);
  await compareFresh(scene, rows, couples.slice(0, sample));
  await pairsAgree(scene);
  await checkCapsules(scene);
  await checkChallenges(scene);
  await checkMedia(scene);
  await checkTimed(scene);
  await checkClosedApp(scene);
  const dead = await countDeadLetters(tables);
  if (dead > 0) history.violate('every event is consumed', `${dead} events were parked`);
  return totals;
}
