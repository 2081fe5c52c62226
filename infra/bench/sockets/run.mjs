/*
 * `node infra/bench/sockets/run.mjs [--sockets n] [--messages n] [--rounds n]`: measures the cost of a connection and of an
 * acknowledged event in a Nest gateway, with plain listeners and with `@SubscribeMessage`. Rounds alternate; the figures are medians.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { io } from 'socket.io-client';
import { quantile } from '../benchmark.mjs';

const { values } = parseArgs({
  options: {
    sockets: { type: 'string', default: '1000' },
    messages: { type: 'string', default: '60000' },
    rounds: { type: 'string', default: '3' },
  },
});
const [count, messages, rounds] = [Number(values.sockets), Number(values.messages), Number(values.rounds)];
const VARIANTS = ['plain', 'decorated', 'adapted'];

/** @param {string} variant @returns {Promise<{kilobytes: number, micros: number}>} */
async function measure(variant) {
  const child = fork(join(import.meta.dirname, 'server.mjs'), [variant], { execArgv: ['--expose-gc'] });
  const [{ port }] = await once(child, 'message');
  const ask = async () => {
    child.send('look');
    const [figures] = await once(child, 'message');
    return /** @type {{cpu: number, heap: number}} */ (figures);
  };
  const connect = async () => {
    const socket = io(`http://127.0.0.1:${port}`, { transports: ['websocket'], forceNew: true });
    await new Promise((resolve) => socket.once('connect', () => resolve(undefined)));
    return socket;
  };
  // Warms code and caches up, which would otherwise count for the first connections.
  const first = await connect();
  for (let n = 0; n < 5_000; n += 1) await first.emitWithAck('send', { content: 'hi' });
  const empty = await ask();
  const sockets = [];
  while (sockets.length < count) sockets.push(...(await Promise.all(Array.from({ length: 50 }, connect))));
  const full = await ask();
  const each = Math.ceil(messages / sockets.length);
  await Promise.all(
    sockets.map(async (socket) => {
      for (let n = 0; n < each; n += 1) await socket.emitWithAck('send', { content: 'a message of some words' });
    }),
  );
  const after = await ask();
  for (const socket of [first, ...sockets]) socket.disconnect();
  child.disconnect();
  await once(child, 'exit');
  return {
    kilobytes: (full.heap - empty.heap) / sockets.length / 1024,
    micros: (after.cpu - full.cpu) / (each * sockets.length),
  };
}

/** @type {Map<string, {kilobytes: number, micros: number}[]>} */
const measured = new Map(VARIANTS.map((variant) => [variant, []]));
for (let round = 0; round < rounds; round += 1)
  for (const variant of VARIANTS) measured.get(variant)?.push(await measure(variant));
for (const [variant, figures] of measured) {
  const kilobytes = quantile(
    figures.map((one) => one.kilobytes),
    0.5,
  ).toFixed(1);
  const micros = quantile(
    figures.map((one) => one.micros),
    0.5,
  ).toFixed(1);
  process.stdout.write(`${variant}: ${kilobytes} kB of heap per connection, ${micros} µs of CPU per event\n`);
}
process.exit();
