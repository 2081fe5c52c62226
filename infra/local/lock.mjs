import { linkSync, rmSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { began, readPidFile, stillRuns, writePidFile } from './processes.mjs';

/**
 * Takes a lock file, unless a living process holds it. One that died without letting go is ignored.
 * @param {string} path
 * @param {{name: string, url?: string}} holder
 * @returns {import('./processes.mjs').PidFile | null} who holds it, or null when it is ours now
 */
export function tryLock(path, holder) {
  const mine = { ...holder, pid: process.pid, began: began(process.pid), stopSignal: /** @type {const} */ ('SIGTERM'), order: 0 };
  // Written aside and linked into place: nobody ever reads a lock that is half written.
  const draft = `${path}.${process.pid}`;
  writePidFile(draft, mine);
  try {
    for (let tries = 0; ; tries += 1) {
      try {
        linkSync(draft, path);
        return null;
      } catch (cause) {
        const held = readPidFile(path);
        if (held && stillRuns(held)) return held;
        if (tries > 2) throw cause;
        rmSync(path, { force: true });
      }
    }
  } finally {
    rmSync(draft, { force: true });
  }
}

/** @param {string} path */
export function unlock(path) {
  if (readPidFile(path)?.pid === process.pid) rmSync(path, { force: true });
}

/**
 * Only one install or build at a time in a checkout, whoever began it.
 * @template T
 * @param {string} path
 * @param {string} name
 * @param {(line: string) => void} say
 * @param {() => Promise<T>} work
 * @param {AbortSignal} [signal] ends the wait
 */
export async function withLock(path, name, say, work, signal) {
  let told = false;
  for (let held = tryLock(path, { name }); held !== null; held = tryLock(path, { name })) {
    if (!told) say(`Waiting for ${held.name} (process ${held.pid}), which installs or builds right now.`);
    told = true;
    await delay(200, undefined, { signal });
  }
  try {
    return await work();
  } finally {
    unlock(path);
  }
}
