import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';

/**
 * Keeps one loaded process in reserve for each name, so that a restart does not load packages.
 * @typedef {{command: string, args: string[], options: import('node:child_process').SpawnOptions}} Call
 */
export function createSpares() {
  /** @type {Map<string, import('node:child_process').ChildProcess>} */
  const spares = new Map();
  /** The last spawn call of each process. @type {Map<string, Call>} */
  const calls = new Map();

  /** @param {Call} call */
  const make = ({ command, args, options }) => {
    const [stdin, stdout, stderr] = /** @type {any[]} */ (options.stdio);
    const child = spawn(command, args, { ...options, stdio: [stdin, stdout, stderr, 'ipc'] });
    child.on('error', () => undefined);
    return child;
  };

  /** @param {string} name */
  function discard(name) {
    spares.get(name)?.kill('SIGKILL');
    spares.delete(name);
  }

  return {
    /** A running process: the spare one where there is one. @param {string} name @param {Call} call */
    take(name, call) {
      const spare = spares.get(name);
      spares.delete(name);
      const child = spare?.exitCode === null && spare.signalCode === null && spare.connected ? spare : make(call);
      child.send('start', () => child.connected && child.disconnect());
      calls.set(name, call);
      return child;
    },
    /** Puts a process in reserve, to be called when the running one is ready. @param {string} name @param {string} logFile */
    reserve(name, logFile) {
      const call = calls.get(name);
      if (!call || spares.has(name)) return;
      const log = openSync(logFile, 'a');
      spares.set(name, make({ ...call, options: { ...call.options, stdio: ['ignore', log, log] } }));
      closeSync(log);
    },
    /** Loads the sources in the spare one. @param {string} name */
    load(name) {
      const spare = spares.get(name);
      if (spare?.connected) spare.send('load', () => undefined);
    },
    discard,
    stop() {
      for (const name of [...spares.keys()]) discard(name);
    },
  };
}
