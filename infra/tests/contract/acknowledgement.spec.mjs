import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { io } from 'socket.io-client';
import { call, makeWorld } from '../authorisation/world.mjs';
import { until } from '../../local/eventually.mjs';
import { useProduct } from '../running-product.mjs';

/** @typedef {import('socket.io-client').Socket} Socket */

/** @type {import('../running-product.mjs').UsedProduct} */
let product;
/** @type {Awaited<ReturnType<typeof makeWorld>>} */
let world;
/** @type {pg.Client} */
let admin;
/** @type {Socket[]} */
const sockets = [];

async function connectDatabase() {
  const client = new pg.Client({ connectionString: product.adminUrl });
  await client.connect();
  await client.query('SET search_path TO messaging');
  return client;
}

/** The new messages that a person's device receives. @param {string} token */
async function device(token) {
  const socket = io(product.url, { auth: { token }, transports: ['websocket'], reconnection: false, forceNew: true });
  sockets.push(socket);
  /** @type {string[]} */
  const contents = [];
  socket.on('new_message', ({ content }) => contents.push(content));
  await new Promise((resolve, reject) => {
    socket.once('online_users', resolve);
    socket.once('connect_error', reject);
  });
  return { socket, contents };
}

beforeAll(async () => {
  product = await useProduct('acknowledgement');
  world = await makeWorld(product.url);
  admin = await connectDatabase();
}, 120_000);

afterAll(async () => {
  for (const socket of sockets) socket.disconnect();
  await admin?.end();
  await product?.release();
}, 60_000);

describe('an acknowledgement of the running product', () => {
  it('and the delivery follow the commit, over the socket and over REST', async () => {
    const [mine, theirs] = [await device(world.owner.token), await device(world.partner.token)];
    const blocker = await connectDatabase();
    await blocker.query('BEGIN');
    await blocker.query('SELECT 1 FROM conversations WHERE id = $1 FOR UPDATE', [world.chat]);
    const waiting = 'SELECT 1 FROM pg_stat_activity WHERE $1 = ANY (pg_blocking_pids(pid))';
    /** @type {string[]} */
    const acknowledged = [];
    const texts = [`socket ${randomUUID()}`, `rest ${randomUUID()}`];
    const sends = [
      mine.socket
        .emitWithAck('send_message', { content: texts[0], clientMessageId: randomUUID() })
        .then((answer) => acknowledged.push(answer.ok ? 'socket' : answer.failure.code)),
      call(product.url, 'POST', '/api/messages', {
        token: world.partner.token,
        body: { content: texts[1], clientMessageId: randomUUID() },
      }).then(({ status }) => acknowledged.push(`rest ${status}`)),
    ];
    await until(
      'a send waits for the conversation',
      async () => (await admin.query(waiting, [Reflect.get(blocker, 'processID')])).rows.length > 0,
    );
    expect([acknowledged, mine.contents, theirs.contents]).toEqual([[], [], []]);
    await blocker.query('COMMIT');
    await blocker.end();
    await Promise.all(sends);
    expect(acknowledged.toSorted()).toEqual(['rest 201', 'socket']);
    await until('both people receive both texts', () =>
      texts.every((text) => mine.contents.includes(text) && theirs.contents.includes(text)),
    );
  });

  it('is never sent for a message that was not stored, and neither is the message', async () => {
    const [mine, theirs] = [await device(world.owner.token), await device(world.partner.token)];
    await admin.query(
      `CREATE FUNCTION refuse_poison() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN IF NEW.content LIKE 'poison%' THEN RAISE EXCEPTION 'refused'; END IF; RETURN NEW; END $$`,
    );
    await admin.query(
      'CREATE TRIGGER refuse_poison BEFORE INSERT ON messages FOR EACH ROW EXECUTE FUNCTION refuse_poison()',
    );
    try {
      const poison = () => ({ content: `poison ${randomUUID()}`, clientMessageId: randomUUID() });
      expect(await mine.socket.emitWithAck('send_message', poison())).toMatchObject({
        ok: false,
        failure: { code: 'INTERNAL' },
      });
      expect(
        await call(product.url, 'POST', '/api/messages', { token: world.owner.token, body: poison() }),
      ).toMatchObject({ status: 500, body: { success: false, code: 'INTERNAL' } });
      const fine = `fine ${randomUUID()}`;
      expect(await mine.socket.emitWithAck('send_message', { content: fine })).toMatchObject({
        ok: true,
        data: { content: fine },
      });
      await until('both people receive the text', () => mine.contents.includes(fine) && theirs.contents.includes(fine));
      expect([...mine.contents, ...theirs.contents].filter((content) => content.startsWith('poison'))).toEqual([]);
      expect((await admin.query(`SELECT 1 FROM messages WHERE content LIKE 'poison%'`)).rows).toEqual([]);
    } finally {
      await admin.query('DROP FUNCTION refuse_poison CASCADE');
    }
  });
});
