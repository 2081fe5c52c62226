import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { until } from './convergence.mjs';
import { titleOf } from './outside.mjs';

/**
 * A couple of whom one writes and the other has closed the app; a push service has a subscription of it.
 * @typedef {object} ClosedApp
 * @property {import('./pages.mjs').Page} author
 * @property {import('./outside.mjs').ClosedDevice} device of the other one
 * @property {string} site where links lead
 */

/** A message to the closed app as acknowledged. @typedef {{messageId: string, chatId: string, link: string | null}} Announced */

/** Milliseconds between two messages, and between two with a link: a couple has 30 previews in ten minutes. */
const PAUSE = 2_000;
const LINK_PAUSE = 30_000;

/** A push or preview that a killed process had begun is made again after its lease, of two minutes at most. */
const MADE_WITHIN = 150_000;

/** Messages, some with a link, until the load ends. @param {import('./rounds.mjs').Tools} tools @param {ClosedApp} closed */
export async function writeToClosedApp({ history, press, goesOn }, { author, site }) {
  const { chatId, canary } = author.couple;
  while (goesOn()) {
    const id = randomUUID();
    const link = Date.now() >= history.linkedAt + LINK_PAUSE ? `${site}/${id}` : null;
    if (link) history.linkedAt = Date.now();
    const content = `${canary} look ${link ?? id}`;
    const message = await press(author, '/api/messages', { content, clientMessageId: id });
    if (message) history.announced.push({ messageId: message._id, chatId, link });
    await delay(PAUSE);
  }
}

/** @param {import('./scene.mjs').Scene} scene @param {Announced[]} announced @returns {Promise<string | null>} */
async function withoutPreview({ tables }, announced) {
  const linked = announced.filter(({ link }) => link !== null);
  const { rows } = await tables.query(
    `SELECT id, preview->>'title' AS title FROM messaging.messages WHERE id = ANY($1::uuid[])`,
    [linked.map(({ messageId }) => messageId)],
  );
  const titles = new Map(rows.map(({ id, title }) => [id, title]));
  const missing = linked.find(
    ({ messageId, link }) => titles.get(messageId) !== titleOf(new URL(String(link)).pathname),
  );
  return missing ? `message ${missing.messageId} has ${titles.get(missing.messageId) ?? 'no preview'}` : null;
}

/** Every message reached the closed app by a push, which names its conversation, and every link has its preview. @param {import('./scene.mjs').Scene} scene */
export async function checkClosedApp(scene) {
  const { history, closed } = scene;
  const { device, author } = closed;
  const announced = history.announced.splice(0);
  const pushed = () => new Set(device.pushes.map(({ messageId }) => messageId));
  const pushes = await until(async () => {
    const arrived = pushed();
    const missing = announced.filter(({ messageId }) => !arrived.has(messageId));
    return missing.length > 0 ? `${missing.length} of ${announced.length} messages, as ${missing[0].messageId}` : null;
  }, MADE_WITHIN);
  if (pushes.lacks) history.violate('a closed app gets a push for each message', pushes.lacks);
  const previews = await until(() => withoutPreview(scene, announced), MADE_WITHIN);
  if (previews.lacks) history.violate('a link gets its preview', previews.lacks);
  const strange = device.pushes.find(
    ({ kind, link }) => kind === 'message' && !link.startsWith(`/chat/${author.couple.chatId}`),
  );
  if (strange) history.violate('no byte of one couple reaches another', `a push leads to ${strange.link}`);
  history.write({ kind: 'closed app', messages: announced.length, pushes: device.pushes.length });
  device.pushes = [];
}
