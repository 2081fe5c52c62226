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
 * @property {() => Promise<void>} [before] runs before each launch and removes leftovers of a crash
 * @property {NodeJS.Signals} [stopSignal]
 * @property {number} [stopWithin] milliseconds, then SIGKILL
 * @property {(options: import('node:child_process').SpawnOptions) => import('node:child_process').ChildProcess} [spawn] starts the process instead of `command`
 */

/** The process ended before it was ready. */
export class EarlyEnd extends Error {}

/** PostgreSQL recovers for a while after a power cut, on a busy machine for minutes. */
const READY_WITHIN = 180_000;
const STOP_WITHIN = 20_000;

/** A process and its log file. Each launch reuses the name, the ports and the log. */
export class Child {
  /** @type {import('node:child_process').ChildProcess | null} */
  #process = null;
  #exit = Promise.resolve('');
  /** Its end was requested, so it is no crash. */
  expected = true;
  isReady = false;

  /**
   * @param {Spec} spec
   * @param {{log: string, pid: string}} files
   * @param {(reason: string) => void} onDeath called when a ready process ends unrequested
   */
  constructor(spec, files, onDeath) {
    this.spec = spec;
    this.files = files;
    this.onDeath = onDeath;
    mkdirSync(dirname(files.log), { recursive: true });
    if (existsSync(files.log)) renameSync(files.log, files.log.replace(/\.log$/, '.previous.log'));
  }

  /** Null once it ended: the system may reuse its pid. */
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

  /** No answer yet is no error. A Failure ends the wait. */
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
    // The child writes the file itself: its last lines survive the supervisor, and a full pipe never blocks it.
    const log = openSync(files.log, 'a');
    /** @type {import('node:child_process').SpawnOptions} */
    const options = {
      cwd: spec.cwd,
      env: spec.env,
      uid: spec.uid,
      gid: spec.gid,
      // In its own process group: Ctrl-C reaches only the supervisor, which then stops all processes in order.
      detached: true,
      stdio: ['ignore', log, log],
    };
    const child = spec.spawn?.(options) ?? spawn(spec.command, spec.args, options);
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

  /** Stops it until the next launch. @param {NodeJS.Signals} [signal] */
  async stop(signal = this.spec.stopSignal ?? 'SIGTERM') {
    this.expected = true;
    this.isReady = false;
    const { pid } = this;
    if (pid === null) return;
    await endProcess({ pid, began: began(pid), stopSignal: signal }, this.spec.stopWithin ?? STOP_WITHIN);
    await this.#exit;
  }
}
