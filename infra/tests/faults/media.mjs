import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { AGAIN } from './load.mjs';
import { descriptorsOf, uploadFolder } from './scene.mjs';
import { until } from './convergence.mjs';

/** @typedef {import('./scene.mjs').Scene} Scene @typedef {import('./pages.mjs').Page} Device */

/**
 * A file that a client sends with a message.
 * @typedef {{chatId: string, messageId: string, sha256: string}} SharedFile
 */

/** Bytes of a file: several chunks of the sealed object, and several packets. */
const SIZES = [1, 3_000, 200_000];

/** Milliseconds between two files of a couple: the gateway allows a person 120 in ten minutes. */
const PAUSE = 2_500;

/** Milliseconds until temporary files and descriptors of ended uploads are gone. */
const GONE_WITHIN = 15_000;

/** More open descriptors than before the load: connections that stay open for the next use. */
const SPARE = 64;

/** The latest messages with files, and those that were acknowledged with one. */
const FILES = `
  SELECT a.id, m.id AS "messageId", m.conversation_id AS "chatId", f.objects->'original'->>'sha256' AS stored
  FROM messaging.messages m LEFT JOIN messaging.attachments a ON a.message_id = m.id LEFT JOIN media.attachments f ON f.id = a.id
  WHERE m.deleted_at IS NULL AND m.conversation_id = ANY($1::uuid[]) AND (a.id IS NOT NULL OR m.id = ANY($2::uuid[]))
  ORDER BY m.created_at DESC LIMIT 400`;

const sha256 = (/** @type {Uint8Array} */ bytes) => createHash('sha256').update(bytes).digest('hex');

/** @param {string} content @param {string} id @param {Uint8Array<ArrayBuffer>} bytes */
function formOf(content, id, bytes) {
  const form = new FormData();
  form.append('clientMessageId', id);
  form.append('content', content);
  // No known format begins like this, so the file is stored as it is.
  form.append('files', new Blob([bytes]), 'noise.dat');
  return form;
}

/** Uploads a file until the result is known, as a client does. @param {Device} device @param {import('./history.mjs').History} history @param {number} size */
async function shareFile(device, history, size) {
  const { couple, person } = device;
  const bytes = new Uint8Array(Buffer.concat([Buffer.from('noise'), randomBytes(size)]));
  const number = history.nextNumber();
  const content = `${couple.canary} #${number}# a file`;
  const send = history.invoke({ id: randomUUID(), number, chatId: couple.chatId, senderId: person.id, content });
  for (let tries = 1; ; tries += 1) {
    const { outcome, status, code, body } = await device.http(
      'POST',
      '/api/messages/upload',
      formOf(content, send.id, bytes),
    );
    if (outcome === 'ok') {
      const [message] = body.messages;
      history.ok(send, message);
      return void history.files.push({ chatId: couple.chatId, messageId: message._id, sha256: sha256(bytes) });
    }
    history.write({ kind: outcome, id: send.id, code, status });
    // Media learns of a new couple from an event.
    const isNew = status === 403 && !history.files.some(({ chatId }) => chatId === couple.chatId);
    if (outcome === 'no' && !AGAIN.has(status) && !isNew) {
      send.refused = true;
      return history.violate('a good send is not refused', `upload ${number}: ${status} ${code}`);
    }
    await delay(Math.min(150 * tries, 1_000));
  }
}

/** Uploads of one person of a couple after the other. @param {[Device, Device]} pair @param {import('./history.mjs').History} history @param {() => boolean} goesOn */
export async function shareFiles(pair, history, goesOn) {
  for (let count = 0; goesOn(); count += 1) {
    await shareFile(pair[count % 2], history, SIZES[count % SIZES.length]);
    await delay(PAUSE);
  }
}

/** A file as the gateway serves it. @param {Scene} scene @param {string} id @param {import('./people.mjs').Person} person @returns {Promise<string>} its hash, or why there is none */
async function served({ origin }, id, { token, from }) {
  const path = `/api/media/attachments/${id}/original`;
  for (let tries = 1; ; tries += 1) {
    const answer = await fetch(`${origin}${path}`, {
      headers: { authorization: `Bearer ${token}`, 'x-forwarded-for': from },
      signal: AbortSignal.timeout(10_000),
    });
    if (answer.ok) return sha256(new Uint8Array(await answer.arrayBuffer()));
    await answer.body?.cancel();
    if (!AGAIN.has(answer.status) || tries === 5) return `status ${answer.status}`;
    await delay(1_000 * tries);
  }
}

/**
 * Every file of a message that is not deleted is served with the bytes that were sent, also when nobody learned that its
 * message was stored. Media has neither temporary files nor their descriptors left.
 * @param {Scene} scene
 */
export async function checkMedia(scene) {
  const { tables, couples, history, dir, product, descriptors } = scene;
  const { rows } = await tables.query(FILES, [
    couples.map(({ chatId }) => chatId),
    history.files.map(({ messageId }) => messageId),
  ]);
  const sent = new Map(history.files.map((file) => [file.messageId, file.sha256]));
  for (const { id, messageId, chatId, stored } of rows) {
    const couple = couples.find((one) => one.chatId === chatId);
    if (!couple) continue;
    const found = id === null ? 'no file' : await served(scene, id, couple.people[1]).catch(String);
    const expected = sent.get(messageId) ?? stored;
    if (found !== expected)
      history.violate(
        'a stored file is served as it was sent',
        `${id} of message ${messageId}: ${found} instead of ${expected}`,
      );
  }
  history.write({ kind: 'media', files: rows.length });
  const left = await until(async () => {
    // A folder that is a file system of its own has `lost+found`.
    const names = readdirSync(uploadFolder(dir)).filter((name) => name !== 'lost+found');
    const more = descriptorsOf(product, 'media') - descriptors;
    if (names.length > 0) return `${names.length} folders of uploads are left`;
    return more > SPARE ? `media has ${more} descriptors more than before` : null;
  }, GONE_WITHIN);
  if (left.lacks) history.violate('temporary files and descriptors go back', left.lacks);
}
