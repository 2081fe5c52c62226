import { linkSync, rmSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { began, readPidFile, stillRuns, writePidFile } from './processes.mjs';

/**
 * Creates a lock file unless a running process has the lock. The lock of an ended process does not count.
 * @param {string} path
 * @param {{name: string, url?: string}} holder
 * @returns {import('./processes.mjs').PidFile | null} the holder, or null if the lock was taken
 */
export function tryLock(path, holder) {
  const mine = {
    ...holder,
    pid: process.pid,
    began: began(process.pid),
    stopSignal: /** @type {const} */ ('SIGTERM'),
    order: 0,
  };
  // Written to a draft and linked into place, so that no process reads an incomplete lock.
  const draft = `${path}.${process.pid}`;
  writePidFile(draft, mine);
  try {
    for (let tries = 0; ; tries += 1) {
      try {
        linkSync(draft, path);
        return null;
      } catch (cause) {
        const other = readPidFile(path);
        if (other && stillRuns(other)) return other;
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
 * Runs `work` under a lock, so that a checkout runs one install or build at the same time.
 * @template T
 * @param {string} path
 * @param {string} name
 * @param {(line: string) => void} say
 * @param {() => Promise<T>} work
 * @param {AbortSignal} [signal] ends the wait
 */
export async function withLock(path, name, say, work, signal) {
  let isAnnounced = false;
  for (let holder = tryLock(path, { name }); holder !== null; holder = tryLock(path, { name })) {
    if (!isAnnounced) say(`Waiting for ${holder.name} (process ${holder.pid}), which installs or builds right now.`);
    isAnnounced = true;
    await delay(200, undefined, { signal });
  }
  try {
    return await work();
  } finally {
    unlock(path);
  }
}
