import { spawn } from 'node:child_process';
import { Failure } from './failure.mjs';
import { ROOT } from './places.mjs';

/** The running commands, so that Ctrl-C also ends an install or a build. @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();
let interrupted = false;

/**
 * @typedef {object} Result
 * @property {number} code the exit code; 128 when a signal ended it, 127 when it could not be started
 * @property {string} output what it printed, both streams
 * @property {string} stdout what it printed to standard output alone
 */

/**
 * Runs a command to its end. It never throws for a bad exit code: see `mustRun`.
 * @param {string} command
 * @param {string[]} args
 * @param {{env?: NodeJS.ProcessEnv, cwd?: string, onOutput?: (text: string) => void, uid?: number, gid?: number}} [options]
 * @returns {Promise<Result>}
 */
export function run(command, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: options.cwd ?? ROOT,
      env: options.env ?? process.env,
      uid: options.uid,
      gid: options.gid,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    running.add(child);
    const result = { code: 1, output: '', stdout: '' };
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (/** @type {string} */ text) => {
        result.output += text;
        if (stream === child.stdout) result.stdout += text;
        options.onOutput?.(text);
      });
    }
    child.once('error', (cause) => {
      running.delete(child);
      resolve({ ...result, code: 127, output: `${result.output}${cause.message}\n` });
    });
    child.once('close', (code) => {
      running.delete(child);
      resolve({ ...result, code: code ?? 128 });
    });
  });
}

/**
 * Runs a command that has to succeed.
 * @param {string} sentence of the error if it fails; the end of its output is printed above
 * @param {Parameters<typeof run>} call
 */
export async function mustRun(sentence, ...call) {
  const result = await run(...call);
  if (result.code === 0) return result;
  if (interrupted) throw new Failure('Stopped.');
  process.stderr.write(`\n${result.output.split('\n').slice(-150).join('\n')}\n`);
  throw new Failure(sentence);
}

/** Signals all running commands. @param {NodeJS.Signals} signal */
export function interruptCommands(signal) {
  interrupted = true;
  for (const child of running) child.kill(signal);
}
