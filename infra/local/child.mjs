import { spawn } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Failure } from './failure.mjs';
import { began, endProcess, signalGroup, writePidFile } from './processes.mjs';

/**
 * @typedef {object} Spec
 * @property {string} name
 * @property {string} command
 * @property {string[]} args
 * @property {NodeJS.ProcessEnv} [env]
 * @property {string} [cwd]
 * @property {number} [uid]
 * @property {number} [gid]
 * @property {number} order lower ones stop first
 * @property {() => Promise<boolean>} ready
 * @property {() => Promise<void>} [before] runs before each launch, for what a crash may have left
 * @property {NodeJS.Signals} [stopSignal]
 * @property {number} [stopWithin] milliseconds, then SIGKILL
 */

/** It ended before it was ready. */
export class EarlyEnd extends Error {}

const READY_WITHIN = 90_000;
const STOP_WITHIN = 20_000;

/** One process and the file with its output. It is launched again and again under the same name, ports and log. */
export class Child {
  /** @type {import('node:child_process').ChildProcess | null} */
  #process = null;
  #exit = Promise.resolve('');
  /** Told to end, or to stay down: then its end is no accident. */
  expected = true;
  isReady = false;

  /**
   * @param {Spec} spec
   * @param {{log: string, pid: string}} files
   * @param {(reason: string) => void} onDeath a ready process ended and nobody had asked for it
   */
  constructor(spec, files, onDeath) {
    this.spec = spec;
    this.files = files;
    this.onDeath = onDeath;
    mkdirSync(dirname(files.log), { recursive: true });
    if (existsSync(files.log)) renameSync(files.log, files.log.replace(/\.log$/, '.previous.log'));
  }

  /** Null once it ended: the system may give its number to a stranger. */
  get pid() {
    const child = this.#process;
    return child && child.exitCode === null && child.signalCode === null ? (child.pid ?? null) : null;
  }

  /** Starts it and waits until it is ready. @throws EarlyEnd */
  async launch() {
    this.expected = false;
    await this.spec.before?.();
    const exit = this.#spawn();
    const deadline = Date.now() + READY_WITHIN;
    for (let pause = 20; !(await this.#isUp()); pause = Math.min(pause * 1.5, 250)) {
      const ended = await Promise.race([exit, delay(pause, null)]);
      if (ended !== null) throw new EarlyEnd(ended);
      if (Date.now() > deadline) {
        await this.stop();
        throw new EarlyEnd(`not ready after ${READY_WITHIN / 1000} s`);
      }
    }
    this.isReady = true;
    void exit.then((reason) => {
      this.isReady = false;
      if (!this.expected) this.onDeath(reason);
    });
  }

  /** Not answering yet is no error; a Failure is one that waiting cannot heal. */
  async #isUp() {
    try {
      return await this.spec.ready();
    } catch (cause) {
      if (!(cause instanceof Failure)) return false;
      await this.stop();
      throw cause;
    }
  }

  #spawn() {
    const { spec, files } = this;
    // The child writes the file itself: its last words survive the supervisor, and a full pipe never blocks it.
    const log = openSync(files.log, 'a');
    const child = spawn(spec.command, spec.args, {
      cwd: spec.cwd,
      env: spec.env,
      uid: spec.uid,
      gid: spec.gid,
      // A group of its own: Ctrl-C at the terminal reaches the supervisor alone, which then stops all in order.
      detached: true,
      stdio: ['ignore', log, log],
    });
    closeSync(log);
    this.#process = child;
    this.#exit = new Promise((resolve) => {
      child.once('error', (cause) => resolve(cause.message));
      child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`));
    });
    if (child.pid) this.#record(child.pid);
    const exit = this.#exit;
    void exit.then(() => rmSync(files.pid, { force: true }));
    return exit;
  }

  /** @param {number} pid */
  #record(pid) {
    const { name, stopSignal = 'SIGTERM', order } = this.spec;
    writePidFile(this.files.pid, { name, pid, began: began(pid), stopSignal, order });
  }

  /** @param {NodeJS.Signals} signal */
  signal(signal) {
    if (this.pid !== null) signalGroup(this.pid, signal);
    return signal === 'SIGKILL' ? this.#exit : Promise.resolve('');
  }

  /** Ends it for good, or until the next launch. @param {NodeJS.Signals} [signal] */
  async stop(signal = this.spec.stopSignal ?? 'SIGTERM') {
    this.expected = true;
    this.isReady = false;
    const { pid } = this;
    if (pid === null) return;
    await endProcess({ pid, began: began(pid), stopSignal: signal }, this.spec.stopWithin ?? STOP_WITHIN);
    await this.#exit;
  }
}
