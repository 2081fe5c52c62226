/*
 * First half of the cheapest durable chat on this stack: Socket.IO, rooms, and one bus request for all messages of one turn of
 * the event loop. No token, no check, no order, no retry.
 */
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { connect } from '@nats-io/transport-node';
import { ROOT } from '../../local/places.mjs';

// The product's own copy, so that both use the same version.
const { Server } = createRequire(join(ROOT, 'services', 'realtime', 'package.json'))('socket.io');

const bus = await connect({ servers: process.env.NATS_URL, noAsyncTraces: true });
const http = createServer();
const server = new Server(http, { perMessageDeflate: false, httpCompression: false, serveClient: false });

/** @type {{couple: string, sender: string, data: {clientMessageId: string, content: string}, acknowledge: (answer: unknown) => void}[]} */
const waiting = [];
let inFlight = 0;
let scheduled = false;

async function leave() {
  const batch = waiting.splice(0, 256);
  inFlight += 1;
  const sends = batch.map(({ couple, sender, data }) => ({
    couple,
    sender,
    id: data.clientMessageId,
    content: data.content,
  }));
  await bus.request('floor.write', JSON.stringify(sends), { timeout: 10_000 });
  inFlight -= 1;
  for (const { couple, sender, data, acknowledge } of batch) {
    const message = { ...data, sender };
    acknowledge({ ok: true, data: message });
    server.local.to(couple).emit('new_message', message);
  }
  schedule();
}

function schedule() {
  if (scheduled || waiting.length === 0) return;
  scheduled = true;
  setImmediate(() => {
    scheduled = false;
    while (inFlight < 2 && waiting.length > 0) void leave();
  });
}

server.on(
  'connection',
  (
    /** @type {import('socket.io-client').Socket & {handshake: {auth: {couple: string, sender: string}}, conn: object, join: (room: string) => void}} */ socket,
  ) => {
    const { couple, sender } = socket.handshake.auth;
    Reflect.set(socket.conn, 'request', undefined);
    socket.join(couple);
    socket.on('send_message', (data, acknowledge) => {
      waiting.push({ couple, sender, data, acknowledge });
      schedule();
    });
    socket.emit('authenticated', {});
  },
);
http.listen(Number(process.env.PORT), '127.0.0.1');
