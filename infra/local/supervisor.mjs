import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Child, EarlyEnd } from './child.mjs';
import { Failure, explain } from './failure.mjs';
import { shown } from './places.mjs';

const WINDOW = 60_000;
/** The fourth crash within the window is a failure. */
const DEATHS = 4;

/**
 * Keeps processes alive: it restarts a process that crashes after it was ready. Four crashes within a minute are a failure.
 * @param {object} options
 * @param {string} options.dir for `logs/` and `run/`
 * @param {(line: string) => void} options.say
 * @param {(cause: Error) => void} options.onFailure called when a process crashes too often or does not restart
 */
export function createSupervisor({ dir, say, onFailure }) {
  /** @type {Map<string, Child>} */
  const children = new Map();
  /** @type {Map<string, number[]>} */
  const deaths = new Map();
  let stopping = false;

  /** @param {string} name */
  function child(name) {
    const found = children.get(name);
    if (!found) throw new Failure(`There is no process ${name}; there are ${[...children.keys()].join(', ')}.`);
    return found;
  }

  /** @param {Child} one */
  function where(one) {
    return shown(one.files.log);
  }

  /** Starts a process and waits until it is ready. @param {import('./child.mjs').Spec} spec */
  async function start(spec) {
    const { name } = spec;
    if (stopping) throw new Failure(`${name} was not started: everything is stopping.`);
    const files = { log: join(dir, 'logs', `${name}.log`), pid: join(dir, 'run', `${name}.pid`) };
    const one = new Child(spec, files, (reason) => void revive(one, reason));
    children.set(name, one);
    deaths.set(name, []);
    await one.launch().catch((/** @type {unknown} */ cause) => {
      if (!(cause instanceof EarlyEnd)) throw cause;
      throw new Failure(`${name} ended while it was starting (${cause.message}): see ${where(one)}.`);
    });
  }

  /** @param {Child} one @param {string} reason */
  async function revive(one, reason) {
    const { name } = one.spec;
    const recent = deaths.get(name) ?? [];
    /** Whether the process was stopped meanwhile. */
    const unwanted = () => stopping || one.expected;
    for (let why = reason; !unwanted();) {
      recent.push(Date.now());
      while (recent[0] < Date.now() - WINDOW) recent.shift();
      if (recent.length >= DEATHS)
        return onFailure(new Failure(`${name} ended ${DEATHS} times within a minute (${why}): see ${where(one)}.`));
      say(`${name} ended (${why}); starting it again.`);
      await delay(250 * (recent.length - 1));
      if (unwanted()) return;
      try {
        return await one.launch();
      } catch (cause) {
        if (!(cause instanceof EarlyEnd))
          return onFailure(new Failure(`${name} cannot be started again: ${explain(cause)}`));
        why = cause.message;
      }
    }
  }

  /** Waits until a process that was killed is back. @param {string} name @param {number} [within] milliseconds */
  async function ready(name, within = 60_000) {
    for (const deadline = Date.now() + within; !child(name).isReady; await delay(20)) {
      if (stopping || Date.now() > deadline)
        throw new Failure(`${name} is not ready again: see ${where(child(name))}.`);
    }
  }

  /**
   * Sends a signal. If the process ends by it, the supervisor restarts it.
   * @param {string} name @param {NodeJS.Signals} [signal]
   */
  async function kill(name, signal = 'SIGKILL') {
    await child(name).signal(signal);
  }

  /** Stops a process until `restart`. @param {string} name @param {NodeJS.Signals} [signal] */
  async function down(name, signal) {
    await child(name).stop(signal);
  }

  /** Stops a process in order and starts it again. @param {string} name */
  async function restart(name) {
    await replace(child(name).spec);
  }

  /** Stops a process in order and starts another program under its name. @param {import('./child.mjs').Spec} spec */
  async function replace(spec) {
    const one = child(spec.name);
    await one.stop();
    one.spec = spec;
    await one.launch();
  }

  /** Stops everything, lowest order first. */
  async function stop() {
    stopping = true;
    const all = [...children.values()];
    for (const order of [...new Set(all.map((one) => one.spec.order))].sort((a, b) => a - b)) {
      await Promise.all(all.filter((one) => one.spec.order === order).map((one) => one.stop()));
    }
  }

  /** The current pids; they change with each restart. */
  function pids() {
    return Object.fromEntries([...children].map(([name, one]) => [name, one.pid]));
  }

  /**
   * Starts several processes together. If one fails or `signal` aborts, all are stopped.
   * @param {(() => Promise<void>)[]} starts
   * @param {AbortSignal} [signal]
   */
  async function startAll(starts, signal) {
    const interrupt = () => void stop();
    signal?.addEventListener('abort', interrupt);
    if (signal?.aborted) interrupt();
    const results = await Promise.allSettled(starts.map((one) => one()));
    signal?.removeEventListener('abort', interrupt);
    const failed = results.find((result) => result.status === 'rejected');
    if (!failed && !stopping) return;
    await stop();
    throw failed?.reason ?? new Failure('Stopped.');
  }

  return { start, startAll, ready, kill, down, restart, replace, stop, pids };
}

/** @typedef {ReturnType<typeof createSupervisor>} Supervisor */
