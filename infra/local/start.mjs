/*
 * `npm start`: the whole product on one origin. Up to the end of `prepare` nothing but Node's own modules may be imported:
 * on a fresh clone nothing else is there.
 */
import { join } from 'node:path';
import { interruptCommands } from './command.mjs';
import { onEnd } from './ending.mjs';
import { Failure, explain } from './failure.mjs';
import { followLogs } from './follow.mjs';
import { tryLock, unlock } from './lock.mjs';
import { LOCAL } from './places.mjs';
import { parsePort, requirePort } from './ports.mjs';
import { buildProduct, prepare } from './prepare.mjs';
import { sweep } from './processes.mjs';
import { createProgress } from './progress.mjs';

const LOCK = join(LOCAL, 'run', 'start.lock');
const progress = createProgress();
const aborted = new AbortController();
/** What was started and has to be stopped, the latest first. @type {(() => Promise<void>)[]} */
const stops = [];

/** Why it has to end although nobody asked. @type {Error | undefined} */
let failure;
let stopping = false;
/** Ends the wait at the bottom, and whatever is in the middle of starting. */
const ended = new Promise((resolve) => aborted.signal.addEventListener('abort', resolve));

/** @param {Error} cause */
function fail(cause) {
  failure ??= cause;
  aborted.abort(cause);
}

/** @param {string} url */
function takeTurn(url) {
  const held = tryLock(LOCK, { name: 'npm start', url });
  if (held) throw new Failure(`Duet runs already, on ${held.url} (process ${held.pid}): use that one, or stop it with Ctrl-C in its terminal.`);
}

/** @param {number} port @param {string | undefined} origin */
async function start(port, origin) {
  const left = await sweep(join(LOCAL, 'run'));
  if (left.length > 0) progress.say(`Stopped what an earlier start had left running: ${left.join(', ')}.`);
  await requirePort(port);
  await prepare(progress, 'npm start', () => buildProduct(progress), aborted.signal, process.env);
  const { startStores } = await import('./stores.mjs');
  const { startProduct } = await import('./product.mjs');
  const shared = { dir: LOCAL, log: progress.say, onFailure: fail, signal: aborted.signal };
  const stores = await progress.step('Starting the stores', () => startStores({ ...shared, use: process.env }));
  stops.unshift(stores.stop);
  const product = await startProduct({ ...shared, stores: stores.env, port, origin, step: progress.step });
  stops.unshift(product.stop);
  return { url: product.url, mail: stores.env.MAIL_PAGE };
}

/** @param {{url: string, mail: string | undefined}} where `mail` is where its mails can be read, unless they are really sent */
function showScreen({ url, mail }) {
  progress.say(`
  Duet is ready.

    Logs   .local/logs, or start with: npm start -- --verbose
    Data   .local (it stays; remove the folder to begin empty)
    Demo   npm run demo, in another terminal, makes a couple to sign in as
${mail ? `    Mail   ${mail} shows every mail that it sends\n` : ''}    Stop   Ctrl-C

    Open   ${url}
`);
}

async function stopAll() {
  interruptCommands('SIGTERM');
  for (const stop of stops) await stop();
  // Whoever was just being started when the end came.
  await sweep(join(LOCAL, 'run'));
}

onEnd(() => {
  stopping = true;
  progress.say('\nStopping …');
  aborted.abort(new Failure('Stopped.'));
  interruptCommands('SIGTERM');
});

// Whatever nobody foresaw must not leave orphans; a reader of our output that went away is no reason to end.
process.on('uncaughtException', fail);
process.stdout.on('error', () => undefined);

async function main() {
  const port = parsePort(process.env.PORT);
  const origin = process.env.APP_ORIGIN;
  takeTurn(origin ?? `http://localhost:${port}`);
  const unfollow = process.argv.includes('--verbose') ? followLogs(join(LOCAL, 'logs'), progress.say) : () => undefined;
  try {
    showScreen(await start(port, origin));
    await ended;
  } finally {
    await stopAll();
    unfollow();
    unlock(LOCK);
  }
}

await main().catch(fail);
if (stopping) progress.say('Stopped. Everything is kept in .local.');
else process.stderr.write(`\n${explain(failure)}\n`);
process.exit(stopping ? 0 : 1);
