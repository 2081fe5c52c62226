import { join } from 'node:path';
import { interruptCommands } from './command.mjs';
import { onEnd } from './ending.mjs';
import { Failure, explain } from './failure.mjs';
import { followLogs } from './follow.mjs';
import { tryLock, unlock } from './lock.mjs';
import { LOCAL } from './places.mjs';
import { sweep } from './processes.mjs';
import { createProgress } from './progress.mjs';

const RUN = join(LOCAL, 'run');
const LOCK = join(RUN, 'start.lock');

/**
 * The common part of `npm start` and `npm run dev`. It allows one product per checkout, stops leftovers of a killed run first,
 * and on Ctrl-C stops everything in order. It ends this process.
 * @param {string} name of the command
 * @param {string} url where the product will be open
 * @param {(run: Run) => Promise<void>} start starts everything and prints where it is
 * @returns {Promise<never>}
 *
 * @typedef {object} Run
 * @property {import('./progress.mjs').Progress} progress
 * @property {AbortSignal} signal aborted when it has to end
 * @property {(cause: Error) => void} fail ends it with this error
 * @property {(stop: () => Promise<void> | void) => void} onStop what has to be stopped; the latest is stopped first
 */
export async function runUntilEnded(name, url, start) {
  const progress = createProgress();
  const aborted = new AbortController();
  /** @type {(() => Promise<void> | void)[]} */
  const stops = [];
  /** @type {Error | undefined} */
  let failure;
  let stopping = false;
  const ended = new Promise((resolve) => aborted.signal.addEventListener('abort', resolve));

  /** @param {Error} cause */
  function fail(cause) {
    failure ??= cause;
    aborted.abort(cause);
  }

  onEnd(() => {
    stopping = true;
    progress.say('\nStopping …');
    aborted.abort(new Failure('Stopped.'));
    interruptCommands('SIGTERM');
  });
  // An unforeseen error must not leave processes behind. A closed output pipe is no reason to end.
  process.on('uncaughtException', fail);
  process.stdout.on('error', () => undefined);

  async function supervise() {
    const running = tryLock(LOCK, { name, url });
    if (running)
      throw new Failure(
        `Duet runs already, on ${running.url} (process ${running.pid}): use that one, or stop it with Ctrl-C in its terminal.`,
      );
    const unfollow = process.argv.includes('--verbose')
      ? followLogs(join(LOCAL, 'logs'), progress.say)
      : () => undefined;
    try {
      const left = await sweep(RUN);
      if (left.length > 0) progress.say(`Stopped what an earlier start had left running: ${left.join(', ')}.`);
      await start({ progress, signal: aborted.signal, fail, onStop: (stop) => void stops.unshift(stop) });
      await ended;
    } finally {
      interruptCommands('SIGTERM');
      for (const stop of stops) await stop();
      // Processes that were still starting when the run ended.
      await sweep(RUN);
      unfollow();
      unlock(LOCK);
    }
  }

  await supervise().catch(fail);
  if (stopping) progress.say('Stopped. Your data stay in .local.');
  else process.stderr.write(`\n${explain(failure)}\n`);
  process.exit(stopping ? 0 : 1);
}
